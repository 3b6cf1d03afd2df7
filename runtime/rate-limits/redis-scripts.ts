/** The scripts that Redis runs for a shared store, each in one atomic step, and its key names. */

/** How long Redis keeps the time since when it counts, without a call: longer than any window. */
const sinceLivesMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Charges a call to all of its windows, or to none. Keys: the gates, the time since when Redis
 * counts, the windows. Arguments: the number of gates, the time, since when the caller believes
 * that Redis counts, and for each window the cost, the amount, milliseconds to live, the usage that
 * the caller knows of, and the caller's use that Redis does not know yet. Replies -1 and since when
 * Redis counts if that differs from the caller's belief. Otherwise replies 1 after charging a call
 * that fits, or 0; then the time when each gate opens, negative for a ban, and each window's usage.
 */
export const acquireScript = `
local gates, now, result = tonumber(ARGV[1]), tonumber(ARGV[2]), { 1 }
local since = redis.call("GETEX", KEYS[gates + 1], "PX", ${sinceLivesMs})
since = tonumber(since or "0")
if since ~= tonumber(ARGV[3]) then return { -1, since } end
for i = 1, gates do
  result[i + 1] = tonumber(redis.call("GET", KEYS[i]) or "0")
  if math.abs(result[i + 1]) > now then result[1] = 0 end
end
for i = gates + 2, #KEYS do
  local at = 5 * (i - gates) - 6
  local used = tonumber(redis.call("GET", KEYS[i]) or "0") + tonumber(ARGV[at + 4])
  result[i] = math.max(used, tonumber(ARGV[at + 3]))
  if result[i] + tonumber(ARGV[at]) > tonumber(ARGV[at + 1]) then result[1] = 0 end
end
for i = gates + 2, #KEYS do
  local at = 5 * (i - gates) - 6
  result[i] = result[i] + result[1] * tonumber(ARGV[at])
  redis.call("SET", KEYS[i], result[i], "PX", ARGV[at + 2])
end
return result`;

/**
 * Key: since when Redis counts; it is gone after Redis was emptied. Arguments: a time or 0, and
 * whether the caller was alone until then. Sets the key to that time when the key is gone, or when
 * the caller was alone; replies its value, or 0.
 */
export const sinceScript = `
local since, time = tonumber(redis.call("GET", KEYS[1]) or "0"), tonumber(ARGV[1])
if time > since and (since == 0 or ARGV[2] == "1") then
  redis.call("SET", KEYS[1], ARGV[1], "PX", ${sinceLivesMs})
  since = time
end
return since`;

/** Key: the gate. Arguments: when it opens, negative for a ban, and milliseconds to live. */
export const closeGateScript = `
local until_ms = tonumber(redis.call("GET", KEYS[1]) or "0")
if math.abs(tonumber(ARGV[1])) > math.abs(until_ms) then
  redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
end
return 1`;

/**
 * A digest of 14 hexadecimal digits for names that must not be readable in Redis, like the API key
 * in the key of a charge. It is cyrb53, which is synchronous and runs on every platform: enough to
 * distinguish names, and far too short to recover one.
 */
export function digestOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  const digest = 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
  return digest.toString(16).padStart(14, "0");
}
