/** Whole lines of the report: what a change of one place comes to, there (>) and back (<). */

import { expect, test } from "vitest";

import { createPlaces } from "../../../generators/contract/documents/places.ts";
import type { Json, JsonObject } from "../../../generators/contract/model.ts";
import { diff } from "../../../generators/diff/diff.ts";

/** The document, the place, and its value before and after; - for none. */
const changes = `
openapi components.schemas.S - | {"type":"string"}
  > minor for callers and readers: S: added; one more type
  < breaking for callers and readers: S: removed; its type is gone
openapi components.schemas.S {"type":"string"} | {"type":"boolean"}
  > breaking for callers and readers: S: type string → boolean; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: type boolean → string; requests have another form or meaning; responses have another form
openapi components.schemas.S {"type":["string","null"]} | {"type":["null","string"]}
  > patch: S: type string, null → null, string; no program behaves differently
  < patch: S: type null, string → string, null; no program behaves differently
openapi components.schemas.S {"type":["string","null"]} | {"type":["null","boolean"]}
  > breaking for callers and readers: S: type string, null → null, boolean; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: type null, boolean → string, null; requests have another form or meaning; responses have another form
openapi components.schemas.S {"title":"a"} | {"title":"b"}
  > patch: S: title a → b; no program behaves differently
  < patch: S: title b → a; no program behaves differently
openapi components.schemas.S {"maximum":5} | {"maximum":6}
  > breaking for readers: S: maximum 5 → 6; responses may hold values that were impossible before
  < breaking for callers: S: maximum 6 → 5; a valid request may be refused before it is sent
openapi components.schemas.S {"not":{"not":{"maximum":5}}} | {"not":{"not":{"maximum":6}}}
  > breaking for readers: S: not.not.maximum 5 → 6; responses may hold values that were impossible before
  < breaking for callers: S: not.not.maximum 6 → 5; a valid request may be refused before it is sent
openapi components.schemas.S {"pattern":"^[a]{1,5}$"} | {"pattern":"^[b]{1,6}$"}
  > breaking for callers and readers: S: pattern ^[a]{1,5}$ → ^[b]{1,6}$; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: pattern ^[b]{1,6}$ → ^[a]{1,5}$; requests have another form or meaning; responses have another form
openapi components.schemas.S {"pattern":"^[a]{1,5}$"} | {"pattern":"^[a]{1,6}$"}
  > breaking for readers: S: pattern ^[a]{1,5}$ → ^[a]{1,6}$; responses may hold values that were impossible before
  < breaking for callers: S: pattern ^[a]{1,6}$ → ^[a]{1,5}$; a valid request may be refused before it is sent
openapi components.schemas.S {} | {"allOf":[{"maximum":5}]}
  > breaking for callers: S: allOf maximum: 5 added; a valid request may be refused before it is sent
  < breaking for readers: S: allOf maximum: 5 removed; responses may hold values that were impossible before
openapi components.schemas.S {} | {"items":{"maximum":5}}
  > breaking for callers: S: items added; a valid request may be refused before it is sent
  < breaking for readers: S: items removed; responses may hold values that were impossible before
openapi components.schemas.S {} | {"oneOf":[{"const":1}]}
  > breaking for callers: S: oneOf const: 1 added; a valid request may be refused before it is sent
  < breaking for readers: S: oneOf const: 1 removed; responses may hold values that were impossible before
openapi components.schemas.S {"oneOf":[{"const":1}]} | {"oneOf":[{"const":1},{"const":2}]}
  > breaking for readers: S[1]: added; responses may hold values that were impossible before
  < breaking for callers: S[1]: removed; a valid request may be refused before it is sent
openapi components.schemas.S {"patternProperties":{}} | {"patternProperties":{"a":{}}}
  > minor for callers and readers: S.a: added; requests without it stay valid; code that does not read it is unaffected
  < breaking for callers and readers: S.a: removed; code that sends it no longer compiles; code that reads it no longer compiles
openapi components.schemas.S {"uniqueItems":true} | {}
  > breaking for readers: S: uniqueItems true removed; responses may hold values that were impossible before
  < breaking for callers: S: uniqueItems true added; a valid request may be refused before it is sent
openapi components.schemas.S {"additionalProperties":false} | {"additionalProperties":{"maximum":5}}
  > breaking for callers: S: additionalProperties false → maximum: 5; requests have another form or meaning
  < breaking for callers: S: additionalProperties maximum: 5 → false; requests have another form or meaning
openapi components.schemas.S {"default":1} | {}
  > breaking for callers: S: default 1 removed; requests have another form or meaning
  < minor for callers: S: default 1 added; every valid request is still valid
openapi components.schemas.S {"$comment":"a","deprecated":false} | {"$comment":"b","deprecated":true}
  > patch: S: $comment a → b; no program behaves differently
  > patch: S: deprecated false → true; no program behaves differently
  < patch: S: $comment b → a; no program behaves differently
  < patch: S: deprecated true → false; no program behaves differently
openapi components.schemas.S {"anyOf":[{"enum":["a"]},{"x-unstated":"id"}]} | {"enum":["a"]}
  > breaking for callers: S: further words id removed; a valid request may be refused before it is sent
  < minor for callers and readers: S: further words id added; every valid request is still valid; readers receive it unchanged
openapi components.schemas.S {"anyOf":[{"enum":["a"]},{"x-unstated":"id"}]} | {"anyOf":[{"enum":["a"]},{"x-unstated":"other"}]}
  > patch: S: further words id → other; no program behaves differently
  < patch: S: further words other → id; no program behaves differently
openapi components.schemas.S {"prefixItems":[{"$ref":"#/components/schemas/A"},{"$ref":"#/components/schemas/B"}]} | {"prefixItems":[{"$ref":"#/components/schemas/B"},{"$ref":"#/components/schemas/A"}]}
  > breaking for callers and readers: S: order of prefixItems; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: order of prefixItems; requests have another form or meaning; responses have another form
openapi components.schemas.S {"type":"integer","format":"int64"} | {"anyOf":[{"type":"string","format":"decimal","pattern":"a"},{"type":"null"}]}
  > breaking for callers and readers: S: type integer int64 → string decimal pattern "a", null; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: type string decimal pattern "a", null → integer int64; requests have another form or meaning; responses have another form
openapi components.schemas.S {"type":"array","items":{"type":"integer"}} | {"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}
  > breaking for callers and readers: S: type list of integer → list of string, null; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: type list of string, null → list of integer; requests have another form or meaning; responses have another form
openapi components.schemas.S {"required":["a"],"properties":{"a":{}}} | {"required":["a","b"],"properties":{"a":{},"b":{}}}
  > breaking for callers: S.b: added; a request without it is refused
  < breaking for callers and readers: S.b: removed; code that sends it no longer compiles; code that reads it no longer compiles
openapi paths./p.get.responses.200.content.json.schema {"enum":["a","b"],"x-assumed":"id"} | {"enum":["a"],"x-assumed":"id"}
  > breaking for readers: response of GET /p: enum loses b; code that waits for the value waits forever
  < minor for readers: response of GET /p: enum gains b; readers receive it unchanged
openapi paths./p.get.responses.200.content.json.schema {"anyOf":[{"enum":["a","b"],"x-assumed":"id"},{"x-unstated":"other"}]} | {"anyOf":[{"enum":["a"],"x-assumed":"id"},{"x-unstated":"other"}]}
  > minor for readers: response of GET /p[0]: enum loses b; it was only assumed (id)
  < minor for readers: response of GET /p[0]: enum gains b; readers receive it unchanged
openapi paths./p.get {"x-pages":{"key":"id","x-assumed":"id"}} | {}
  > breaking for callers: GET /p: pages removed; the list can no longer be read page by page
  < minor for callers: GET /p: pages added; nothing else changes
asyncapi x-book-sync {"overlapping":{"late":"a","x-assumed":"id"}} | {}
  > breaking for readers: book sync: overlapping removed; a local order book kept by the old steps is wrong
  < minor for readers: book sync: overlapping added; nothing else changes
openapi x-order-rules.types.A.required ["a"] | ["a",{"value":"b","x-assumed":"id"}]
  > breaking for callers: order type A: required gains b; an order that was accepted before may be refused before it is sent
  < minor for callers: order type A: required loses b; what was valid before is still valid
openapi paths./p.get.responses.200.content.json.schema {"anyOf":[{"enum":["a"]},{"x-unstated":"id"}]} | {"enum":["a"]}
  > minor for readers: response of GET /p: further words id removed; readers receive it unchanged
  < minor for readers: response of GET /p: further words id added; readers receive it unchanged
openapi paths./p.get.responses.200.content.json.schema {"anyOf":[{"enum":["a"]},{"x-unstated":"id"}]} | {"anyOf":[{"enum":["a"]},{"x-unstated":"other"}]}
  > patch: response of GET /p: further words id → other; no program behaves differently
  < patch: response of GET /p: further words other → id; no program behaves differently
openapi paths./p.get.responses.200.content.json.schema {"additionalProperties":false} | {"additionalProperties":{"maximum":5}}
  > minor for readers: response of GET /p: additionalProperties false → maximum: 5; readers receive it unchanged
  < minor for readers: response of GET /p: additionalProperties maximum: 5 → false; readers receive it unchanged
openapi paths./p.get.responses.200.content.json.schema {"anyOf":[{"properties":{"a":{"const":1}}},{"properties":{"a":{"not":{"const":1}}}}]} | {"anyOf":[{"properties":{"a":{"const":1}}},{"properties":{"a":{"not":{"const":1}}}},{"properties":{"b":{}}}]}
  > minor for readers: response of GET /p[2]: added; it was received before as unknown
  < minor for readers: response of GET /p[2]: removed; responses stay within what was possible before
openapi paths./p.get.responses.200.content.json.schema {"required":["a"],"properties":{"a":{}}} | {"required":["a","b"],"properties":{"a":{},"b":{}}}
  > minor for readers: response of GET /p.b: added; code that does not read it is unaffected
  < breaking for readers: response of GET /p.b: removed; code that reads it no longer compiles
openapi paths./p.get.parameters [{"name":"a","in":"query","schema":{"enum":["a","b"],"x-assumed":"id"}}] | [{"name":"a","in":"query","schema":{"enum":["a"],"x-assumed":"id"}}]
  > breaking for callers: parameter a of GET /p: enum loses b; a valid request may be refused before it is sent
  < minor for callers: parameter a of GET /p: enum gains b; every valid request is still valid
openapi paths./p.get.parameters [{"name":"a","in":"query","schema":{"anyOf":[{"const":1},{"properties":{"a":{"not":{}}}}]}}] | [{"name":"a","in":"query","schema":{"anyOf":[{"const":1},{"properties":{"a":{"not":{}}}},{"const":2}]}}]
  > minor for callers: parameter a of GET /p[2]: added; every valid request is still valid
  < breaking for callers: parameter a of GET /p[2]: removed; a valid request may be refused before it is sent
openapi paths./p.get.parameters [{"name":"a","in":"query","schema":{"$ref":"#/components/schemas/A"}}] | [{"name":"a","in":"query","schema":{"$ref":"#/components/schemas/B"}}]
  > breaking for callers: parameter a of GET /p: type A → B; a valid request may be refused before it is sent
  < breaking for callers: parameter a of GET /p: type B → A; a valid request may be refused before it is sent
openapi paths./p.get.parameters [] | [{"$ref":"#/components/parameters/p"}]
  > breaking for callers: parameter p of GET /p: added; a request without it is refused
  < breaking for callers: parameter p of GET /p: removed; code that sends it no longer compiles
openapi paths./p.get.requestBody - | {"required":true}
  > breaking for callers: body of GET /p: added; a request without it is refused
  < breaking for callers: body of GET /p: removed; the body is ignored
openapi paths./p.get.requestBody - | {"required":false}
  > minor for callers: body of GET /p: added; nothing else changes
  < breaking for callers: body of GET /p: removed; the body is ignored
openapi components.headers.H.schema {"maximum":5} | {"maximum":6}
  > breaking for readers: header H: maximum 5 → 6; responses may hold values that were impossible before
  < minor for readers: header H: maximum 6 → 5; responses stay within what was possible before
openapi components.responses.R.content.json.schema {"maximum":5} | {"maximum":6}
  > breaking for readers: error R: maximum 5 → 6; responses may hold values that were impossible before
  < minor for readers: error R: maximum 6 → 5; responses stay within what was possible before
openapi components.parameters.P.schema {"maximum":5} | {"maximum":6}
  > minor for callers: parameter P: maximum 5 → 6; every valid request is still valid
  < breaking for callers: parameter P: maximum 6 → 5; a valid request may be refused before it is sent
openapi components.requestBodies.Q.content.json.schema {"maximum":5} | {"maximum":6}
  > minor for callers: components: requestBodies.Q.content.json.schema.maximum 5 → 6; every valid request is still valid
  < breaking for callers: components: requestBodies.Q.content.json.schema.maximum 6 → 5; a valid request may be refused before it is sent
openapi paths./p.get.x-security "A" | "B"
  > breaking for callers: security of GET /p: A → B; requests with the old credentials are refused
  < minor for callers: security of GET /p: B → A; the credentials required before are enough
openapi paths./p.get.x-security "A" | "C"
  > breaking for callers: security of GET /p: A → C; requests with the old credentials are refused
  < breaking for callers: security of GET /p: C → A; requests with the old credentials are refused
openapi paths./p.get.x-security "B" | "D"
  > breaking for callers: security of GET /p: B → D; requests with the old credentials are refused
  < breaking for callers: security of GET /p: D → B; requests with the old credentials are refused
openapi paths./p.get.x-security "A" | "unknown"
  > breaking for callers: security of GET /p: A → unknown; requests with the old credentials are refused
  < breaking for callers: security of GET /p: unknown → A; requests with the old credentials are refused
openapi paths./p.get.x-security "A" | {"type":"A","x-assumed":"id"}
  > minor for callers and readers: security of GET /p: documented → assumed (id); programs and types stay the same, but the exchange no longer documents it
  < minor for callers and readers: security of GET /p: assumed (id) → documented; it was only assumed and is now documented
openapi x-errors.statuses [{"status":408},{"status":"5XX"},{"status":501}] | [{"status":408},{"status":501},{"status":"5XX"}]
  > breaking for readers: errors: order of statuses; the first match decides, and it may be another one now
  < breaking for readers: errors: order of statuses; the first match decides, and it may be another one now
openapi x-errors.statuses [{"status":"4XX"},{"status":501}] | [{"status":501},{"status":"4XX"}]
  > patch: errors: order of statuses; no error matches two of the swapped entries
  < patch: errors: order of statuses; no error matches two of the swapped entries
openapi x-errors.statuses [{"status":"5XX"},{"status":"4XX"}] | [{"status":"4XX"},{"status":"5XX"}]
  > patch: errors: order of statuses; no error matches two of the swapped entries
  < patch: errors: order of statuses; no error matches two of the swapped entries
openapi x-retry.rules [{"on":{"code":-1}},{"on":{"status":408}}] | [{"on":{"status":408}},{"on":{"code":-1}}]
  > breaking for callers: retry policy: order of rules; the first match decides, and it may be another one now
  < breaking for callers: retry policy: order of rules; the first match decides, and it may be another one now
openapi x-retry.rules [{"on":{"code":-1}},{"on":{"code":-2}}] | [{"on":{"code":-2}},{"on":{"code":-1}}]
  > patch: retry policy: order of rules; no error matches two of the swapped entries
  < patch: retry policy: order of rules; no error matches two of the swapped entries
openapi x-other.rules [{"on":{"code":-1}},{"on":{"code":-2}}] | [{"on":{"code":-2}},{"on":{"code":-1}}]
  > patch: other: order of rules; the order carries no meaning
  < patch: other: order of rules; the order carries no meaning
openapi x-extra.required ["a"] | ["a","b"]
  > minor for callers and readers: extra: required gains b; nothing else changes
  < breaking for callers and readers: extra: required loses b; code that relies on it breaks
openapi x-extra.f ["a","b"] | ["b","a","c"]
  > minor for callers and readers: extra: f gains c; nothing else changes
  > patch: extra: order of f; the order carries no meaning
  < breaking for callers and readers: extra: f loses c; code that relies on it breaks
  < patch: extra: order of f; the order carries no meaning
openapi x-extra.f ["a","b","c"] | ["a","c"]
  > breaking for callers and readers: extra: f loses b; code that relies on it breaks
  < minor for callers and readers: extra: f gains b; nothing else changes
openapi x-extra.f - | []
  > minor for callers and readers: extra: f none added; nothing else changes
  < breaking for callers and readers: extra: f none removed; code that relies on it breaks
openapi x-extra.f - | {"a":1,"x-b":2}
  > minor for callers and readers: extra: f added; nothing else changes
  < breaking for callers and readers: extra: f removed; code that relies on it breaks
openapi x-extra.f {"value":1,"unit":2,"x-assumed":"id"} | {"value":1,"unit":3,"x-assumed":"id"}
  > minor for callers and readers: extra: f.unit 2 → 3; it was only assumed (id)
  < minor for callers and readers: extra: f.unit 3 → 2; it was only assumed (id)
openapi x-extra.f {"every":1,"unit":"minute","x-assumed":"id"} | {"every":2,"unit":"minute","x-assumed":"id"}
  > minor for callers and readers: extra: f 1 minute → 2 minutes; it was only assumed (id)
  < minor for callers and readers: extra: f 2 minutes → 1 minute; it was only assumed (id)
openapi x-extra.f {"type":"A","x-unstated":"id"} | {"type":"B","x-unstated":"id"}
  > breaking for callers and readers: extra: f.type A → B; code that relies on it breaks
  < breaking for callers and readers: extra: f.type B → A; code that relies on it breaks
openapi x-extra.f {"value":5,"x-assumed":"id"} | {"x-unstated":"id"}
  > minor for callers and readers: extra: f 5 → not stated; it was only assumed (id)
  < minor for callers and readers: extra: f not stated → 5; it was not stated before, so nobody could rely on it
openapi x-extra.f 5 | {"value":6,"x-assumed":"id"}
  > breaking for callers and readers: extra: f 5 → 6; code that relies on it breaks
  > minor for callers and readers: extra: f documented → assumed (id); programs and types stay the same, but the exchange no longer documents it
  < minor for callers and readers: extra: f 6 → 5; it was only assumed (id)
  < minor for callers and readers: extra: f assumed (id) → documented; it was only assumed and is now documented
openapi x-limits.windows [{"id":"w","header":"a"}] | [{"id":"w","header":"b"}]
  > breaking for readers: limit w: header a → b; the usage is in another header
  < breaking for readers: limit w: header b → a; the usage is in another header
openapi paths./p.get.x-weight.ip {"byParameter":"a","tiers":[{"from":1,"to":9,"weight":1}]} | {"byParameter":"b","tiers":[{"from":1,"to":9,"weight":1}]}
  > breaking for callers: weight of GET /p: ip by a (1 up to 9) → by b (1 up to 9); limits are reached sooner: callers near the limit have to wait or are refused
  < breaking for callers: weight of GET /p: ip by b (1 up to 9) → by a (1 up to 9); limits are reached sooner: callers near the limit have to wait or are refused
openapi paths./p.get.x-weight.ip {"byParameter":"a","tiers":[{"from":1,"to":5,"weight":1},{"from":6,"to":9,"weight":3}]} | {"byParameter":"a","tiers":[{"from":1,"to":5,"weight":1},{"from":6,"to":8,"weight":3}]}
  > patch: weight of GET /p: ip by a (1 up to 5, 3 up to 9) → by a (1 up to 5, 3 up to 8); it means the same as before
  < patch: weight of GET /p: ip by a (1 up to 5, 3 up to 8) → by a (1 up to 5, 3 up to 9); it means the same as before
openapi components.schemas.S {"x-rules":[{"id":"a","value":"p","minimum":"q"}]} | {"x-rules":[{"id":"a","value":"p","maximum":"q"}]}
  > breaking for callers: filter rule a of S: rule p ≥ q → p ≤ q; the rule has changed: an order that was accepted before may be refused before it is sent
  < breaking for callers: filter rule a of S: rule p ≤ q → p ≥ q; the rule has changed: an order that was accepted before may be refused before it is sent
openapi components.schemas.S {"x-rules":[{"id":"a","value":"p","minimum":"q","disabledWhen":"p == 0"}]} | {"x-rules":[{"id":"a","value":"p","minimum":"q"}]}
  > breaking for callers: filter rule a of S: disabledWhen p == 0 removed; the rule applies to other orders
  < minor for callers: filter rule a of S: disabledWhen p == 0 added; nothing else changes
openapi components.schemas.S.x-site - | "x"
  > breaking for readers: S: site x added; symbols may lack the filter
  < minor for readers: S: site x removed; what was valid before is still valid
openapi components.schemas.S.x-site "x" | {"x-unstated":"id"}
  > breaking for readers: S: site x → not stated; symbols may lack the filter
  < minor for readers: S: site not stated → x; it was not stated before, so nobody could rely on it
openapi x-security-types.types.E.requires ["k"] | ["k","s"]
  > breaking for callers: security type E: requires gains s; a request without it is refused
  < minor for callers: security type E: requires loses s; what was valid before is still valid
openapi components.parameters.q.x-inclusive - | true
  > minor for callers: parameter q: inclusive true added; nothing else changes
  < breaking for callers: parameter q: inclusive true removed; the row at the bound is included or excluded now
openapi components.parameters.q.x-above-maximum - | "truncate"
  > minor for callers: parameter q: above maximum truncate added; nothing else changes
  < breaking for callers: parameter q: above maximum truncate removed; a value above the maximum is no longer reduced to it
openapi components.parameters.q.x-unique-among - | "a"
  > breaking for callers: parameter q: unique among a added; a value cannot be used twice there
  < minor for callers: parameter q: unique among a removed; what was valid before is still valid
openapi components.parameters.q.x-unique-among "a" | "b"
  > breaking for callers: parameter q: unique among a → b; a value cannot be used twice there
  < breaking for callers: parameter q: unique among b → a; a value cannot be used twice there
openapi components.parameters.q.x-only-with ["a"] | ["a","b"]
  > breaking for callers: parameter q: only with gains b; the parameter alone is not enough
  < minor for callers: parameter q: only with loses b; what was valid before is still valid
openapi servers.main.variables.v.default "a" | "b"
  > minor for callers: servers: main.variables.v.default a → b; nothing else changes
  < minor for callers: servers: main.variables.v.default b → a; nothing else changes
openapi servers.main.variables.v.default "a" | -
  > breaking for callers: servers: main.variables.v.default a removed; an address has to be given
  < minor for callers: servers: main.variables.v.default a added; nothing else changes
openapi servers.main.url "a" | "b"
  > breaking for callers: servers: main.url a → b; the exchange has another address
  < breaking for callers: servers: main.url b → a; the exchange has another address
openapi paths./p.get.responses.200.x-when.a "b" | "c"
  > breaking for readers: response of GET /p: when.a b → c; the same request gets another response
  < breaking for readers: response of GET /p: when.a c → b; the same request gets another response
openapi paths./p.get.x-placement.a "b" | "c"
  > breaking for callers: GET /p: placement.a b → c; placing an order safely works in another way
  < breaking for callers: GET /p: placement.a c → b; placing an order safely works in another way
asyncapi channels.c.x-stream.afterReconnect "a" | "b"
  > breaking for readers: stream c: afterReconnect a → b; a reconnect needs other steps
  < breaking for readers: stream c: afterReconnect b → a; a reconnect needs other steps
asyncapi channels.c.messages.m.x-event-key ["a"] | ["a","b"]
  > breaking for readers: message m of stream c: event key gains b; duplicate events are recognized by other fields
  < breaking for readers: message m of stream c: event key loses b; duplicate events are recognized by other fields
asyncapi channels.c.bindings.ws.query.properties.a.maximum 5 | 6
  > minor for callers: stream c: bindings.ws.query.properties.a.maximum 5 → 6; every valid request is still valid
  < breaking for callers: stream c: bindings.ws.query.properties.a.maximum 6 → 5; a valid request may be refused before it is sent
asyncapi channels.c.bindings.ws.method "a" | "b"
  > breaking for callers: stream c: bindings.ws.method a → b; a connection is opened in another way
  < breaking for callers: stream c: bindings.ws.method b → a; a connection is opened in another way
asyncapi components.channelBindings.b.ws.method "a" | "b"
  > breaking for callers: connections of b: ws.method a → b; a connection is opened in another way
  < breaking for callers: connections of b: ws.method b → a; a connection is opened in another way
asyncapi channels.c.x-letter-case {"value":"a","x-assumed":"id"} | {"value":"b","x-assumed":"id"}
  > breaking for callers: stream c: letter case a → b; the stream's name is written in another case
  < breaking for callers: stream c: letter case b → a; the stream's name is written in another case
asyncapi channels.c.x-letter-case "a" | {"value":"a","x-assumed":"id"}
  > minor for callers and readers: stream c: letter case documented → assumed (id); programs and types stay the same, but the exchange no longer documents it
  < minor for callers and readers: stream c: letter case assumed (id) → documented; it was only assumed and is now documented
asyncapi x-connection.attempts.window {"every":1,"unit":"minute"} | {"every":2,"unit":"minute"}
  > breaking for callers: connection: attempts.window 1 minute → 2 minutes; the amount must last longer
  < minor for callers: connection: attempts.window 2 minutes → 1 minute; values that were enough are still enough
openapi components.schemas.S {"type":["integer","null"]} | {"type":["number","null"]}
  > breaking for readers: S: type integer, null → number, null; responses may hold values that were impossible before
  < breaking for callers: S: type number, null → integer, null; a valid request may be refused before it is sent
openapi components.schemas.S {"type":["integer","null"]} | {"type":"integer"}
  > breaking for callers: S: type integer, null → integer; a valid request may be refused before it is sent
  < breaking for readers: S: type integer → integer, null; responses may hold values that were impossible before
openapi components.schemas.S {} | {"type":["integer","null"]}
  > breaking for callers: S: type integer, null added; a valid request may be refused before it is sent
  < breaking for readers: S: type integer, null removed; responses may hold values that were impossible before
openapi x-extra.f [] | "a"
  > breaking for callers and readers: extra: f none → a; code that relies on it breaks
  < breaking for callers and readers: extra: f a → none; code that relies on it breaks
openapi x-extra.f "" | "b"
  > breaking for callers and readers: extra: f "" → b; code that relies on it breaks
  < breaking for callers and readers: extra: f b → ""; code that relies on it breaks
openapi x-extra.f 1 | {"a":[],"b":"","x-c":1,"d":{"every":2,"unit":"hour"},"e":{"every":1,"unit":"day"},"f":{"x-unstated":"id"}}
  > breaking for callers and readers: extra: f 1 → a: none, b: "", d: 2 hours, e: 1 day, f: not stated; code that relies on it breaks
  < breaking for callers and readers: extra: f a: none, b: "", d: 2 hours, e: 1 day, f: not stated → 1; code that relies on it breaks
openapi x-extra.f 1 | "a = bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbc"
  > breaking for callers and readers: extra: f 1 → a = bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbc; code that relies on it breaks
  < breaking for callers and readers: extra: f a = bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbc → 1; code that relies on it breaks
openapi x-extra.f 1 | "a = bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbc"
  > breaking for callers and readers: extra: f 1 → a = bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbb…; code that relies on it breaks
  < breaking for callers and readers: extra: f a = bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbb… → 1; code that relies on it breaks
openapi components.schemas.S {"anyOf":[{"properties":{"a":{"not":{"const":1}}}}]} | {"anyOf":[{"properties":{"a":{"not":{"const":1}}}},{"const":2}]}
  > breaking for readers: S[1]: added; responses may hold values that were impossible before
  < breaking for callers: S[1]: removed; a valid request may be refused before it is sent
openapi paths./p.get.responses.200.content.json.schema {"oneOf":[{"const":1}]} | {"oneOf":[{"const":1},{"const":2}]}
  > breaking for readers: response of GET /p[1]: added; responses may hold values that were impossible before
  < minor for readers: response of GET /p[1]: removed; responses stay within what was possible before
openapi x-extra.deep.x-rules [{"id":"a","value":"p","minimum":"q"},{"id":"b","value":"p","maximum":"q"}] | [{"id":"c","value":"p","minimum":"q"},{"id":"b","value":"p","maximum":"q"}]
  > breaking for callers: extra: deep.rules renamed a → c (likely: same form and description); an order that was accepted before may be refused before it is sent
  < breaking for callers: extra: deep.rules renamed c → a (likely: same form and description); an order that was accepted before may be refused before it is sent
openapi components.schemas.S {"x-rules":[{"id":"a","value":"p","minimum":"q"}]} | {"x-rules":[{"id":"c","value":"p","minimum":"q"}]}
  > breaking for callers: filter rule c of S: renamed a → c (likely: same form and description); an order that was accepted before may be refused before it is sent
  < breaking for callers: filter rule a of S: renamed c → a (likely: same form and description); an order that was accepted before may be refused before it is sent
openapi components.schemas {"A":{"properties":{"x":{"type":"integer"}}},"S":{"$ref":"#/components/schemas/A"}} | {"A":{"properties":{"x":{"type":"integer"}}},"S":{"properties":{"x":{"type":"string"}}}}
  > breaking for callers and readers: S.x: type integer → string; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S.x: type string → integer; requests have another form or meaning; responses have another form
openapi components.schemas {"A":{"type":"integer"},"S":{"$ref":"#/components/schemas/A"}} | {"A":{"type":"integer"},"S":{"type":"string"}}
  > breaking for callers and readers: S: type A → string; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: type string → A; requests have another form or meaning; responses have another form
openapi components.schemas.S {"anyOf":[{"type":"string"},true]} | {"type":"string"}
  > breaking for callers: S: type string, anything → string; a valid request may be refused before it is sent
  < breaking for readers: S: type string → string, anything; responses may hold values that were impossible before
openapi components.schemas.S {"anyOf":[{"x-abc":1,"title":"t","type":"string"},{"items":{},"type":"array"}]} | {"type":"string"}
  > breaking for callers and readers: S: type string title "t", list of what is written in place → string; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: type string → string title "t", list of what is written in place; requests have another form or meaning; responses have another form
openapi components.schemas.S {"type":"array","items":true} | {"anyOf":[{"type":"null"}]}
  > breaking for callers and readers: S: type list of anything → null; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: type null → list of anything; requests have another form or meaning; responses have another form
openapi components.schemas.S.oneOf [{"const":0},{"const":1},{"const":2},{"const":3},{"const":4},{"const":5},{"const":6},{"const":7},{"const":8},{"const":9}] | [{"const":0},{"const":1},{"const":2},{"const":3},{"const":4},{"const":5},{"const":6},{"const":7},{"const":8},{"const":9},{"const":10}]
  > breaking for readers: S[10]: added; responses may hold values that were impossible before
  < breaking for callers: S[10]: removed; a valid request may be refused before it is sent
openapi components.schemas.S {"maximum":"a"} | {"maximum":6}
  > breaking for callers and readers: S: maximum a → 6; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: maximum 6 → a; requests have another form or meaning; responses have another form
openapi paths {"/p":{"get":{"operationId":"a"}}} | {"/q":{"get":{"operationId":"a"}}}
  > breaking for callers: a: renamed GET /p → GET /q (certain: same operation id); older clients send requests to a path that is gone
  < breaking for callers: a: renamed GET /q → GET /p (certain: same operation id); older clients send requests to a path that is gone
openapi paths {"/p":{"get":{"operationId":"a","summary":"s"}}} | {"/p":{"post":{"operationId":"a","summary":"t"}}}
  > breaking for callers: a: renamed GET /p → POST /p (certain: same operation id); older clients send requests to a path that is gone
  > patch: a: summary s → t; no program behaves differently
  < breaking for callers: a: renamed POST /p → GET /p (certain: same operation id); older clients send requests to a path that is gone
  < patch: a: summary t → s; no program behaves differently
openapi paths./p.get.operationId "a" | "b"
  > breaking for callers: b: operationId renamed a → b (certain: same path and method); the client's method has another name
  < breaking for callers: a: operationId renamed b → a (certain: same path and method); the client's method has another name
openapi components.parameters {"a":{"name":"x","in":"query"},"b":{"name":"y","in":"query"}} | {"a":{"name":"z","in":"query"},"b":{"name":"y","in":"query"}}
  > breaking for callers: parameter z: name renamed x → z (certain: same parameter); the exchange expects it under another name or in another place
  < breaking for callers: parameter x: name renamed z → x (certain: same parameter); the exchange expects it under another name or in another place
openapi paths./p.get.parameters [{"$ref":"#/components/parameters/p"}] | [{"name":"q","in":"query","required":true}]
  > breaking for callers: parameter q of GET /p: renamed p → q (likely: same form and description); code that sends it no longer compiles
  < breaking for callers: parameter p of GET /p: renamed q → p (likely: same form and description); code that sends it no longer compiles
openapi paths./p.get.parameters [{"name":"a","in":"query"},{"name":"b","in":"query"}] | [{"name":"b","in":"query"},{"name":"c","in":"query"}]
  > breaking for callers: parameter c of GET /p: renamed a → c (likely: same form and description); code that sends it no longer compiles
  < breaking for callers: parameter a of GET /p: renamed c → a (likely: same form and description); code that sends it no longer compiles
openapi paths./p.get.parameters [{"name":"a","in":"query","description":"One."}] | [{"name":"c","in":"query","description":"Two."}]
  > breaking for callers: parameter c of GET /p: renamed a → c (possible: same form); code that sends it no longer compiles
  > patch: parameter c of GET /p: description reworded; no program behaves differently
  < breaking for callers: parameter a of GET /p: renamed c → a (possible: same form); code that sends it no longer compiles
  < patch: parameter a of GET /p: description reworded; no program behaves differently
openapi components.schemas.S {"properties":{"a":{"maximum":5},"b":{"maximum":5}}} | {"properties":{"c":{"maximum":5},"b":{"maximum":5}}}
  > breaking for callers and readers: S.c: renamed a → c (likely: same form and description); code that sends it no longer compiles; code that reads it no longer compiles
  < breaking for callers and readers: S.a: renamed c → a (likely: same form and description); code that sends it no longer compiles; code that reads it no longer compiles
openapi components.schemas.S {"properties":{"a":{"maximum":5},"b":{"maximum":5}}} | {"properties":{"c":{"maximum":5}}}
  > breaking for callers and readers: S.a: removed; code that sends it no longer compiles; code that reads it no longer compiles
  > breaking for callers and readers: S.b: removed; code that sends it no longer compiles; code that reads it no longer compiles
  > minor for callers and readers: S.c: added; requests without it stay valid; code that does not read it is unaffected
  < breaking for callers and readers: S.c: removed; code that sends it no longer compiles; code that reads it no longer compiles
  < minor for callers and readers: S.a: added; requests without it stay valid; code that does not read it is unaffected
  < minor for callers and readers: S.b: added; requests without it stay valid; code that does not read it is unaffected
openapi components.schemas.S {"properties":{"a":{"$ref":"#/components/schemas/A"}}} | {"properties":{"b":{"description":"a","maximum":5,"minimum":1}}}
  > breaking for callers and readers: S.b: renamed a → b (likely: same form and description); code that sends it no longer compiles; code that reads it no longer compiles
  > patch: S.b: type A → what is written in place; it is the same under another name
  < breaking for callers and readers: S.a: renamed b → a (likely: same form and description); code that sends it no longer compiles; code that reads it no longer compiles
  < patch: S.a: type what is written in place → A; it is the same under another name
openapi components.schemas.S {"enum":["a","b"]} | {"enum":["a","c"]}
  > breaking for callers and readers: S: enum renamed b → c (possible: same place); a valid request may be refused before it is sent; code that waits for the value waits forever
  < breaking for callers and readers: S: enum renamed c → b (possible: same place); a valid request may be refused before it is sent; code that waits for the value waits forever
openapi components.schemas.S {"enum":["a","b","c"]} | {"enum":["a","d","e"]}
  > breaking for callers and readers: S: enum loses b; a valid request may be refused before it is sent; code that waits for the value waits forever
  > breaking for callers and readers: S: enum loses c; a valid request may be refused before it is sent; code that waits for the value waits forever
  > minor for callers and readers: S: enum gains d; every valid request is still valid; readers receive it unchanged
  > minor for callers and readers: S: enum gains e; every valid request is still valid; readers receive it unchanged
  < breaking for callers and readers: S: enum loses d; a valid request may be refused before it is sent; code that waits for the value waits forever
  < breaking for callers and readers: S: enum loses e; a valid request may be refused before it is sent; code that waits for the value waits forever
  < minor for callers and readers: S: enum gains b; every valid request is still valid; readers receive it unchanged
  < minor for callers and readers: S: enum gains c; every valid request is still valid; readers receive it unchanged
openapi x-errors.codes [{"code":-1,"name":"ONE","advice":"stop"}] | [{"code":-1,"name":"TWO","advice":"stop"}]
  > breaking for readers: error -1 TWO: name renamed ONE → TWO (certain: same code); code that distinguishes errors by it breaks
  < breaking for readers: error -1 ONE: name renamed TWO → ONE (certain: same code); code that distinguishes errors by it breaks
openapi x-errors.codes [{"code":-1,"name":"ONE"}] | [{"code":-2,"name":"ONE"}]
  > breaking for readers: error -2 ONE: renamed -1 → -2 (likely: same form and description); the error is no longer listed
  < breaking for readers: error -1 ONE: renamed -2 → -1 (likely: same form and description); the error is no longer listed
openapi x-errors.statuses [{"status":408},{"status":501}] | [{"status":408}]
  > breaking for readers: status 501: removed; the error is no longer listed
  < minor for readers: status 501: added; nothing else changes
openapi x-order-states.transitions [{"from":"A","trigger":"t","to":"B"},{"from":"A","trigger":"u","to":"C"}] | [{"from":"A","trigger":"u","to":"C"}]
  > breaking for readers: transition A → B on t: removed; orders change their state in another way
  < minor for readers: transition A → B on t: added; nothing else changes
openapi x-balances.moves [{"when":"w","side":"BUY","asset":"q"},{"when":"w","asset":"q"}] | [{"when":"w","asset":"q"}]
  > breaking for readers: balance move w BUY q: removed; balances computed by the old rules are wrong
  < minor for readers: balance move w BUY q: added; nothing else changes
openapi x-extra.f [{"latencyMs":1,"a":1},{"latencyMs":2,"a":1}] | [{"latencyMs":2,"a":2}]
  > breaking for callers and readers: extra: f loses 1; code that relies on it breaks
  > breaking for callers and readers: extra: f.2.a 1 → 2; code that relies on it breaks
  < breaking for callers and readers: extra: f.2.a 2 → 1; code that relies on it breaks
  < minor for callers and readers: extra: f gains 1; nothing else changes
openapi x-extra.f [{"message":"m","a":1},{"message":"n","a":1}] | [{"message":"n","a":1}]
  > breaking for callers and readers: extra: f loses m; code that relies on it breaks
  < minor for callers and readers: extra: f gains m; nothing else changes
openapi x-extra.f [{"a":1},{"a":2}] | [{"a":1},{"a":3}]
  > breaking for callers and readers: extra: f.1.a 2 → 3; code that relies on it breaks
  < breaking for callers and readers: extra: f.1.a 3 → 2; code that relies on it breaks
openapi x-extra.f [{"value":1,"x-assumed":"id"},2] | [{"value":1,"x-assumed":"id"}]
  > breaking for callers and readers: extra: f loses 2; code that relies on it breaks
  < minor for callers and readers: extra: f gains 2; nothing else changes
openapi x-extra.f [[1,2],[3]] | [[1,2],[4]]
  > breaking for callers and readers: extra: f loses 3; code that relies on it breaks
  > minor for callers and readers: extra: f gains 4; nothing else changes
  < breaking for callers and readers: extra: f loses 4; code that relies on it breaks
  < minor for callers and readers: extra: f gains 3; nothing else changes
openapi x-extra.f {"every":60,"unit":"second"} | {"every":1,"unit":"minute"}
  > patch: extra: f 60 seconds → 1 minute; it means the same as before
  < patch: extra: f 1 minute → 60 seconds; it means the same as before
openapi x-extra.f {"every":1,"unit":"week"} | {"every":2,"unit":"week"}
  > breaking for callers and readers: extra: f 1 week → 2 weeks; code that relies on it breaks
  < breaking for callers and readers: extra: f 2 weeks → 1 week; code that relies on it breaks
openapi x-extra.f {"every":1,"unit":"day","from":1} | {"every":2,"unit":"day","from":1}
  > breaking for callers and readers: extra: f.every 1 → 2; code that relies on it breaks
  < breaking for callers and readers: extra: f.every 2 → 1; code that relies on it breaks
openapi x-extra.f "^[a]{1,5}$" | "^[a]{1,5}"
  > breaking for callers and readers: extra: f ^[a]{1,5}$ → ^[a]{1,5}; code that relies on it breaks
  < breaking for callers and readers: extra: f ^[a]{1,5} → ^[a]{1,5}$; code that relies on it breaks
openapi x-extra.f "One sentence of text." | "Another sentence of text."
  > breaking for callers and readers: extra: f reworded; code that relies on it breaks
  < breaking for callers and readers: extra: f reworded; code that relies on it breaks
openapi x-extra.f "price >= 1 and quantity of the order <= 5" | "price >= 1 and quantity of the order <= 6"
  > breaking for callers and readers: extra: f price >= 1 and quantity of the order <= 5 → price >= 1 and quantity of the order <= 6; code that relies on it breaks
  < breaking for callers and readers: extra: f price >= 1 and quantity of the order <= 6 → price >= 1 and quantity of the order <= 5; code that relies on it breaks
openapi x-extra.f "one two three four five" | "one two three four six"
  > breaking for callers and readers: extra: f one two three four five → one two three four six; code that relies on it breaks
  < breaking for callers and readers: extra: f one two three four six → one two three four five; code that relies on it breaks
openapi x-extra.f "one two three four five six" | "one two three four five seven"
  > breaking for callers and readers: extra: f reworded; code that relies on it breaks
  < breaking for callers and readers: extra: f reworded; code that relies on it breaks
openapi x-extra.f "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" | "baaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  > breaking for callers and readers: extra: f aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa → baaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; code that relies on it breaks
  < breaking for callers and readers: extra: f baaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa → aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; code that relies on it breaks
openapi x-extra.f "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" | "baaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  > breaking for callers and readers: extra: f changed; code that relies on it breaks
  < breaking for callers and readers: extra: f changed; code that relies on it breaks
openapi x-extra.f 1 | [{"a":1,"b":2,"c":3}]
  > breaking for callers and readers: extra: f changed; code that relies on it breaks
  < breaking for callers and readers: extra: f changed; code that relies on it breaks
openapi x-extra.f 1 | [{"a":1,"b":2}]
  > breaking for callers and readers: extra: f 1 → a: 1, b: 2; code that relies on it breaks
  < breaking for callers and readers: extra: f a: 1, b: 2 → 1; code that relies on it breaks
openapi x-extra.f - | "One sentence of text."
  > minor for callers and readers: extra: f added; nothing else changes
  < breaking for callers and readers: extra: f removed; code that relies on it breaks
openapi x-extra.f - | {"every":2,"unit":"hour"}
  > minor for callers and readers: extra: f 2 hours added; nothing else changes
  < breaking for callers and readers: extra: f 2 hours removed; code that relies on it breaks
openapi paths./p.get.x-weight.ip {"byPresence":"a","present":2,"absent":1} | {"byPresence":"a","present":1,"absent":2}
  > breaking for callers: weight of GET /p: ip 2 with a, 1 without → 1 with a, 2 without; limits are reached sooner: callers near the limit have to wait or are refused
  < breaking for callers: weight of GET /p: ip 1 with a, 2 without → 2 with a, 1 without; limits are reached sooner: callers near the limit have to wait or are refused
openapi paths./p.get.x-weight.ip {"byPresence":"a","present":2,"absent":1} | 2
  > breaking for callers: weight of GET /p: ip 2 with a, 1 without → 2; limits are reached sooner: callers near the limit have to wait or are refused
  < minor for callers: weight of GET /p: ip 2 → 2 with a, 1 without; values that were enough are still enough
openapi paths./p.get.x-weight.ip {"byParameter":"a","tiers":[{"from":1,"to":5,"weight":1},{"from":6,"to":9,"weight":3}]} | {"byParameter":"a","tiers":[{"from":1,"to":4,"weight":1},{"from":5,"to":9,"weight":3}]}
  > breaking for callers: weight of GET /p: ip by a (1 up to 5, 3 up to 9) → by a (1 up to 4, 3 up to 9); limits are reached sooner: callers near the limit have to wait or are refused
  < minor for callers: weight of GET /p: ip by a (1 up to 4, 3 up to 9) → by a (1 up to 5, 3 up to 9); values that were enough are still enough
openapi paths./p.get.x-weight.ip {"byParameter":"a","tiers":[{"from":1,"to":5,"weight":1},{"from":6,"to":9,"weight":3}]} | {"byParameter":"a","tiers":[{"from":1,"to":5,"weight":2},{"from":6,"to":9,"weight":2}]}
  > breaking for callers: weight of GET /p: ip by a (1 up to 5, 3 up to 9) → by a (2 up to 5, 2 up to 9); limits are reached sooner: callers near the limit have to wait or are refused
  < breaking for callers: weight of GET /p: ip by a (2 up to 5, 2 up to 9) → by a (1 up to 5, 3 up to 9); limits are reached sooner: callers near the limit have to wait or are refused
openapi paths./p.get.x-weight.ip {"byParameter":"a","tiers":[{"from":1,"to":5,"weight":1},{"from":6,"to":9,"weight":3}]} | 3
  > breaking for callers: weight of GET /p: ip by a (1 up to 5, 3 up to 9) → 3; limits are reached sooner: callers near the limit have to wait or are refused
  < minor for callers: weight of GET /p: ip 3 → by a (1 up to 5, 3 up to 9); values that were enough are still enough
openapi paths./p.get.tags ["a"] | ["b"]
  > patch: GET /p: tags gains b; no program behaves differently
  > patch: GET /p: tags loses a; no program behaves differently
  < patch: GET /p: tags gains a; no program behaves differently
  < patch: GET /p: tags loses b; no program behaves differently
openapi paths./p.get.responses.400 - | {"description":"It."}
  > minor for readers: error 400 of GET /p: added; nothing else changes
  < breaking for readers: error 400 of GET /p: removed; the outcome is no longer documented
openapi components.responses.R.description "a" | "b"
  > patch: error R: description a → b; no program behaves differently
  < patch: error R: description b → a; no program behaves differently
openapi components.securitySchemes.K.name "a" | "b"
  > breaking for callers: credentials K: name a → b; credentials are sent in another way
  < breaking for callers: credentials K: name b → a; credentials are sent in another way
openapi x-security-types.operationLabels.a "b" | "c"
  > patch: security: operationLabels.a b → c; no program behaves differently
  < patch: security: operationLabels.a c → b; no program behaves differently
openapi x-security-types.other "b" | "c"
  > breaking for callers and readers: security: other b → c; code that relies on it breaks
  < breaking for callers and readers: security: other c → b; code that relies on it breaks
openapi x-retry.rules [{"on":{"status":"5XX"},"action":"backOff"}] | [{"on":{"status":"5XX"},"action":"never"}]
  > breaking for callers: retry on status 5XX: action backOff → never; the client reacts to the error in another way
  < breaking for callers: retry on status 5XX: action never → backOff; the client reacts to the error in another way
openapi x-order-rules.types.L.x-assumed "a" | "b"
  > patch: order type L: assumed by a → b; it is assumed as before, under another entry of the list of assumptions
  < patch: order type L: assumed by b → a; it is assumed as before, under another entry of the list of assumptions
openapi x-order-states.states [{"name":"A","final":true}] | [{"name":"A","final":false}]
  > breaking for readers: order state A: final true → false; code that stops or waits there is wrong
  < breaking for readers: order state A: final false → true; code that stops or waits there is wrong
openapi x-assumptions.a.choice "One." | "Two."
  > patch: assumption a: choice reworded; no program behaves differently
  < patch: assumption a: choice reworded; no program behaves differently
asyncapi channels.c.messages.m.payload {"properties":{"a":{"items":{"maximum":5}}}} | {"properties":{"a":{"items":{"maximum":6}}}}
  > breaking for readers: message m of stream c.a[]: maximum 5 → 6; responses may hold values that were impossible before
  < minor for readers: message m of stream c.a[]: maximum 6 → 5; responses stay within what was possible before
asyncapi components.messages.m.name "a" | "b"
  > breaking for readers: message m: name renamed a → b (certain: same message); the message has another name or content type
  < breaking for readers: message m: name renamed b → a (certain: same message); the message has another name or content type
asyncapi components.parameters.q.description "a" | "b"
  > patch: parameter q of streams: description a → b; no program behaves differently
  < patch: parameter q of streams: description b → a; no program behaves differently
asyncapi channels.c.address "a" | "b"
  > breaking for readers: stream c: address renamed a → b (certain: same stream); the stream has another name on the wire
  < breaking for readers: stream c: address renamed b → a (certain: same stream); the stream has another name on the wire
asyncapi components.schemas.H.maximum 5 | 6
  > breaking for readers: H: maximum 5 → 6; responses may hold values that were impossible before
  < minor for readers: H: maximum 6 → 5; responses stay within what was possible before
asyncapi components.schemas.T.maximum 5 | 6
  > minor for callers: T: maximum 5 → 6; every valid request is still valid
  < breaking for callers: T: maximum 6 → 5; a valid request may be refused before it is sent
asyncapi components.schemas.U.maximum 5 | 6
  > minor for callers: U: maximum 5 → 6; every valid request is still valid
  < breaking for callers: U: maximum 6 → 5; a valid request may be refused before it is sent
asyncapi components.schemas.V.maximum 5 | 6
  > breaking for readers: V: maximum 5 → 6; responses may hold values that were impossible before
  < breaking for callers: V: maximum 6 → 5; a valid request may be refused before it is sent
openapi components.schemas.H.maximum 5 | 6
  > breaking for readers: H: maximum 5 → 6; responses may hold values that were impossible before
  < breaking for callers: H: maximum 6 → 5; a valid request may be refused before it is sent
openapi components.schemas.S {"oneOf":[{"id":"a1","maximum":5},{"id":"b","maximum":1}]} | {"oneOf":[{"id":"a1","maximum":6},{"id":"b","maximum":1}]}
  > breaking for readers: S | a1: maximum 5 → 6; responses may hold values that were impossible before
  < breaking for callers: S | a1: maximum 6 → 5; a valid request may be refused before it is sent
openapi paths./p.get.responses.200.content.json.schema {"anyOf":[{"enum":["a"]},{"enum":["b","c"],"x-assumed":"id"}]} | {"anyOf":[{"enum":["a","b"]},{"enum":["c"],"x-assumed":"id"}]}
  > minor for readers: response of GET /p[0]: enum gains b; readers receive it unchanged
  < minor for readers: response of GET /p[1]: enum gains b; readers receive it unchanged
openapi x-errors.statuses [{"status":408,"list":["a","b"]}] | [{"status":408,"list":["b","a"]}]
  > patch: status 408: order of list; the order carries no meaning
  < patch: status 408: order of list; the order carries no meaning
openapi x-errors.statuses [{"status":"5XX"},{"status":501},{"status":408},{"status":410}] | [{"status":410},{"status":408},{"status":"5XX"}]
  > breaking for readers: status 501: removed; the error is no longer listed
  > patch: errors: order of statuses; no error matches two of the swapped entries
  < minor for readers: status 501: added; nothing else changes
  < patch: errors: order of statuses; no error matches two of the swapped entries
openapi components.schemas.S {"not":{"pattern":"a"}} | {"not":{"pattern":"b"}}
  > breaking for callers and readers: S: not.pattern a → b; requests have another form or meaning; responses have another form
  < breaking for callers and readers: S: not.pattern b → a; requests have another form or meaning; responses have another form
openapi components.schemas.S {"properties":{"a":{"maximum":5}}} | {"properties":{"b":{"minimum":5}}}
  > breaking for callers and readers: S.a: removed; code that sends it no longer compiles; code that reads it no longer compiles
  > minor for callers and readers: S.b: added; requests without it stay valid; code that does not read it is unaffected
  < breaking for callers and readers: S.b: removed; code that sends it no longer compiles; code that reads it no longer compiles
  < minor for callers and readers: S.a: added; requests without it stay valid; code that does not read it is unaffected
openapi components.schemas.S {"properties":{"a":{"enum":["a","b"]}}} | {"properties":{"b":{"enum":["b","a"]}}}
  > breaking for callers and readers: S.a: removed; code that sends it no longer compiles; code that reads it no longer compiles
  > minor for callers and readers: S.b: added; requests without it stay valid; code that does not read it is unaffected
  < breaking for callers and readers: S.b: removed; code that sends it no longer compiles; code that reads it no longer compiles
  < minor for callers and readers: S.a: added; requests without it stay valid; code that does not read it is unaffected
openapi components.schemas.S {"anyOf":[{"enum":["a"]},{"x-unstated":"id"}],"maximum":5} | {"anyOf":[{"enum":["a"]},{"x-unstated":"id"}],"maximum":6}
  > breaking for readers: S: maximum 5 → 6; responses may hold values that were impossible before
  < breaking for callers: S: maximum 6 → 5; a valid request may be refused before it is sent
openapi x-extra.f [{"when":"a","side":"x","v":1},{"when":"a","side":"y","v":1}] | [{"when":"a","side":"y","v":2}]
  > breaking for callers and readers: extra: f loses a x; code that relies on it breaks
  > breaking for callers and readers: extra: f.a y.v 1 → 2; code that relies on it breaks
  < breaking for callers and readers: extra: f.a y.v 2 → 1; code that relies on it breaks
  < minor for callers and readers: extra: f gains a x; nothing else changes
openapi x-extra.f [{"on":{"code":-1,"status":5},"v":1},{"on":{"code":-2},"v":1}] | [{"on":{"code":-2},"v":2}]
  > breaking for callers and readers: extra: f loses code -1 status 5; code that relies on it breaks
  > breaking for callers and readers: extra: f.code -2.v 1 → 2; code that relies on it breaks
  < breaking for callers and readers: extra: f.code -2.v 2 → 1; code that relies on it breaks
  < minor for callers and readers: extra: f gains code -1 status 5; nothing else changes
openapi x-extra.f [{"id":"a","value":{"value":1,"x-assumed":"id"}}] | [{"id":"a","value":{"value":1,"x-assumed":"other"}}]
  > patch: extra: f.a.value assumed by id → other; it is assumed as before, under another entry of the list of assumptions
  < patch: extra: f.a.value assumed by other → id; it is assumed as before, under another entry of the list of assumptions
openapi components.responses.R {"description":"a"} | {"description":"a","headers":{"H":{"required":true}}}
  > minor for readers: error R: headers.H added; nothing else changes
  < breaking for readers: error R: headers.H removed; the header may be absent
openapi x-limits.windows [{"id":"a","amount":1},{"id":"b","amount":1}] | [{"id":"c","amount":1},{"id":"b","amount":1}]
  > breaking for callers: limit c: renamed a → c (likely: same form and description); requests count against one more limit: callers near the limit have to wait or are refused
  < breaking for callers: limit a: renamed c → a (likely: same form and description); requests count against one more limit: callers near the limit have to wait or are refused
asyncapi channels {"a":{"address":"x"}} | {"b":{"address":"x"}}
  > breaking for readers: stream b: renamed a → b (likely: same form and description); the stream is gone
  < breaking for readers: stream a: renamed b → a (likely: same form and description); the stream is gone
asyncapi operations {"a":{"action":"send"}} | {"b":{"action":"send"}}
  > breaking for callers and readers: stream operation b: renamed a → b (likely: same form and description); it can no longer be received or sent
  < breaking for callers and readers: stream operation a: renamed b → a (likely: same form and description); it can no longer be received or sent
asyncapi channels.c.messages {"a":{"summary":"s"}} | {"b":{"summary":"s"}}
  > breaking for readers: message b of stream c: renamed a → b (likely: same form and description); the message is no longer sent
  < breaking for readers: message a of stream c: renamed b → a (likely: same form and description); the message is no longer sent
openapi x-balances ["a","b"] | ["b","a"]
  > patch: balances: order of its items; the order carries no meaning
  < patch: balances: order of its items; the order carries no meaning
`;

const places = createPlaces();

/** What both documents have beside the place that changes. */
const given: JsonObject = {
  "x-security-types": {
    types: {
      A: { requires: ["k"] },
      B: { requires: ["k", "s"] },
      C: { requires: ["s"] },
      D: { requires: ["k", "z"] },
    },
  },
  components: {
    schemas: {
      A: { description: "a", maximum: 5, minimum: 1 },
      B: { description: "b", maximum: 4, minimum: 0 },
    },
    parameters: { p: { name: "p", in: "query", required: true } },
  },
  channels: {
    received: { messages: { h: { payload: { $ref: "#/components/schemas/H" } } } },
    sent: { messages: { t: { payload: { $ref: "#/components/schemas/T" } } } },
    both: {
      messages: {
        u: { payload: { $ref: "#/components/schemas/U" } },
        v: { payload: { $ref: "#/components/schemas/V" } },
      },
    },
  },
  operations: {
    report: { action: "send", channel: { $ref: "#/channels/sent" } },
    send: {
      action: "send",
      channel: { $ref: "#/channels/both" },
      messages: [{ $ref: "#/channels/both/messages/u" }],
    },
  },
};

function withValue(base: Json | undefined, path: readonly string[], text: string): Json {
  const [name = "", ...rest] = path;
  const own = { ...(base as JsonObject) };
  if (rest.length > 0) return { ...own, [name]: withValue(own[name], rest, text) };
  return text === "-" ? own : { ...own, [name]: JSON.parse(text) as Json };
}

/** The same changes, with what is really reported. */
function reported(): string {
  const rows = changes.split("\n").filter((line) => /^\w/.test(line));
  return rows
    .flatMap((row) => {
      const [, document = "", path = "", before = "", after = ""] =
        /^(\w+) (\S+) (.*) \| (.*)$/.exec(row) ?? [];
      const [old, now] = [before, after].map((text) => {
        const root = withValue(given, path.split("."), text);
        return { openapi: {}, asyncapi: {}, places, [document]: root };
      });
      if (old === undefined || now === undefined) throw new Error(row);
      const line = (mark: string, one: typeof old, other: typeof old) =>
        diff(one, other).map(({ impact, concerns, subject, what, why }) => {
          const whom = concerns === "nobody" ? "" : ` for ${concerns}`;
          return `  ${mark} ${impact}${whom}: ${subject}: ${what}; ${why}`;
        });
      return [row, ...line(">", old, now), ...line("<", now, old)];
    })
    .join("\n");
}

test("each change of a place is reported as a whole line, there and back", () => {
  expect(reported()).toBe(changes.trim());
});
