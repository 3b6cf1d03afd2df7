import { runtimeTypes } from "../write/imports.ts";
import { type Emitter, source } from "../write/source.ts";
import { callable, reexport, table } from "../write/statements.ts";

/** The signing rules and their known answers, next to the functions that follow them. */
export const signing: Emitter = {
  name: "signing",
  sources: ["spec/rules/signing.yaml"],
  emit: ({ signing: { vectors, ...rules } }) =>
    source({
      path: "signing.ts",
      emitter: signing,
      modules: [
        runtimeTypes,
        { from: "../runtime/signing/platform-signer.ts", names: ["createPlatformSigner"] },
        { from: "../runtime/signing/signature.ts", names: ["Signer"] },
        {
          from: "../runtime/signing/middleware.ts",
          names: ["SigningMiddleware", "createSigningMiddleware"],
        },
        { from: "./operations.ts", names: ["operations"] },
        {
          from: "../runtime/signing/signed-request.ts",
          names: ["RequestToSign", "SignedRequest", "signedRequest"],
        },
      ],
      statements: [
        table(
          "signing",
          {
            text:
              "How a request is signed: what is joined and how, where the signature goes, and " +
              "when a timestamp is accepted.",
            see: "spec/rules/signing.yaml",
          },
          rules,
          { satisfies: "SigningDescriptor" },
        ),
        table(
          "signingVectors",
          {
            text:
              "Known answers: the original values of query and body under a secret, and the " +
              "signature they must give.",
            see: "spec/rules/signing.yaml",
          },
          vectors,
        ),
        signer,
        signRequest,
        signingMiddleware,
        reexport("../runtime/signing/signature.ts"),
        reexport("../runtime/signing/signed-request.ts", ["RequestToSign", "SignedRequest"], {
          onlyTypes: true,
        }),
        reexport("../runtime/signing/middleware.ts", ["SigningMiddleware"], { onlyTypes: true }),
      ],
    }),
};

const signRequest = callable(
  "signRequest",
  {
    text:
      "Stamps and signs one request for any network: give its `url` and `init` to `fetch` once, " +
      "and soon.",
    see: "spec/rules/signing.yaml",
  },
  {
    parameters: [
      { name: "request", type: "RequestToSign" },
      {
        name: "signedBy",
        type: "{ readonly apiKey: string; readonly apiSecret: string; readonly now?: () => number }",
      },
    ],
    returnType: "Promise<SignedRequest>",
    statements: [
      "const { apiKey, apiSecret, now } = signedBy;",
      "return signedRequest(request, { apiKey, signer: createRequestSigner(apiSecret), now }, signing);",
    ],
  },
);

const signingMiddleware = callable(
  "signingMiddleware",
  {
    text:
      "A middleware that stamps and signs the requests of an openapi-fetch client: " +
      "`client.use(signingMiddleware({ apiKey, apiSecret }))`. Use it last: what is changed " +
      "behind it is not signed. Numbers beyond 2^53 must be given as text.",
    see: "spec/rules/signing.yaml",
  },
  {
    parameters: [
      {
        name: "signedBy",
        type: "{ readonly apiKey: string; readonly apiSecret: string; readonly now?: () => number }",
      },
    ],
    returnType: "SigningMiddleware",
    statements: [
      "const { apiKey, apiSecret, now } = signedBy;",
      "const signer = createRequestSigner(apiSecret);",
      "return createSigningMiddleware({ signing, operations }, { apiKey, signer, now });",
    ],
  },
);

const signer = callable(
  "createRequestSigner",
  { text: "Signs the fields of requests with one secret, as the exchange checks them." },
  {
    parameters: [{ name: "secret", type: "string" }],
    returnType: "Signer",
    statements: ["return createPlatformSigner(secret, signing);"],
  },
);
