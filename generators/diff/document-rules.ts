import type { Rule } from "./fact-rules.ts";
import type { Verdicts } from "./verdicts.ts";
import { breaking, demand, fact, minor, patch, wording } from "./verdicts.ts";

/**
 * What changes of operations, parameters, answers, streams and messages mean, the first rule that
 * fits. Methods and types come of these, so it counts little whether they are assumed.
 */
export const documentRules: readonly Rule[] = [
  { at: "info/**", verdicts: wording },
  { at: "openapi|asyncapi|jsonSchemaDialect|defaultContentType", verdicts: wording },
  { at: "tags/**", verdicts: wording },
  { at: "components/tags/**", verdicts: wording },
  { at: "**/tags/**", verdicts: wording },
  { at: "**/externalDocs/**", verdicts: wording },
  {
    at: "servers/**/default",
    verdicts: {
      changed: minor("callers", "who names no address talks to another server"),
    },
  },
  { at: "servers/**", verdicts: fact("callers", "the exchange is elsewhere") },

  // REST.
  typed("paths/*/*", {
    added: minor("callers", "the client has a method more"),
    removed: breaking("callers", "the client's method is gone"),
  }),
  typed("paths/*/*/operationId", fact("callers", "the client's method has another name")),
  typed("**/deprecated", {
    on: minor("callers", "it still works, and will not forever"),
    off: patch("it is here to stay"),
  }),
  { at: "paths/*/*/x-security/**", verdicts: demand("other credentials are asked for") },
  typed("**/parameters/*/required", isRequired("a request without the parameter is refused")),
  typed("components/parameters/*/required", isRequired("a request without it is refused")),
  typed("paths/*/*/requestBody/required", isRequired("a request without a body is refused")),
  typed("paths/*/*/parameters", { reordered: patch("names tell parameters apart") }),
  typed("paths/*/*/parameters/*", {
    added: minor("callers", "who does not send it does as before"),
    removed: breaking("callers", "who sends it no longer compiles, or sends it in vain"),
  }),
  typed("**/parameters/*/in|name", fact("callers", "the exchange looks for it elsewhere")),
  typed("paths/*/*/requestBody", {
    added: minor("callers", "who sends no body does as before"),
    removed: breaking("callers", "what is sent in the body is lost"),
  }),
  typed("paths/*/*/requestBody/content/*", fact("callers", "the body has another form")),
  typed("paths/*/*/responses/*", {
    added: minor("readers", "one more outcome is told apart from the others"),
    removed: breaking("readers", "the outcome is no longer foreseen"),
  }),
  typed("**/responses/*/content/*", fact("readers", "answers come in another form")),
  typed("**/headers/*", fact("readers", "who reads the header finds none")),
  typed("**/x-when/**", fact("readers", "another answer comes for the same request")),
  typed("paths/*/*/x-placement/**", fact("callers", "an order is placed safely in another way")),
  typed("components/securitySchemes/**", fact("callers", "credentials are shown otherwise")),

  // Streams.
  typed("channels/*", {
    added: minor("readers", "there is a stream more"),
    removed: breaking("readers", "the stream is gone"),
  }),
  typed("channels/*/address", fact("readers", "the stream has another name on the wire")),
  typed("channels/*/parameters/*", demand("the stream's name takes something else")),
  typed("channels/*/messages/*", {
    added: minor("readers", "readers pass over what they do not ask for"),
    removed: breaking("callers and readers", "the message no longer comes, or is no longer taken"),
  }),
  typed("operations/*", {
    added: minor("callers and readers", "there is something more to follow or to send"),
    removed: breaking("callers and readers", "it can no longer be followed or sent"),
  }),
  typed("operations/*/action|channel/**", fact("callers and readers", "it goes another way")),
  typed("operations/*/messages/*", {
    added: minor("callers and readers", "there is a message more"),
    removed: breaking("callers and readers", "the message no longer comes, or is no longer taken"),
  }),
  typed("components/channelBindings/**", fact("callers", "a connection is opened otherwise")),
  typed("**/bindings/**", fact("callers", "a connection is opened otherwise")),
  typed("components/messages/*/name|contentType", fact("readers", "the message is another")),
  typed("components/schemas/**/x-assumed", {
    assumed: breaking("callers and readers", "it becomes optional in types, and may prove wrong"),
  }),
  typed("**/x-letter-case", fact("callers", "the stream's name is written otherwise")),
];

function typed(at: string, verdicts: Verdicts): Rule {
  return { at, verdicts, isTyped: true };
}

function isRequired(why: string): Verdicts {
  return {
    on: breaking("callers", why),
    off: minor("callers", "who sends it does as before"),
  };
}
