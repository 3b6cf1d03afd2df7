/** What Redis runs for a shared budget, and the names it knows budgets by. */

/** How long Redis remembers since when it counts, without a call: longer than any window. */
const sinceLivesMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Keys: the gates, since when Redis counts, then the windows. Arguments: the number of gates, the
 * time, since when the caller believes that Redis counts, and for each window cost, amount,
 * milliseconds to live, what the caller has heard is used, and what it has used that is not counted
 * here yet. Gives -1 and since when Redis counts, where the caller believes something else.
 * Otherwise gives 1 and takes the costs when all fits, or 0; then when each gate opens, negative
 * for a ban, and what is used of each window.
 */
export const takeScript = `
local gates, now, told = tonumber(ARGV[1]), tonumber(ARGV[2]), { 1 }
local since = redis.call("GETEX", KEYS[gates + 1], "PX", ${sinceLivesMs})
since = tonumber(since or "0")
if since ~= tonumber(ARGV[3]) then return { -1, since } end
for i = 1, gates do
  told[i + 1] = tonumber(redis.call("GET", KEYS[i]) or "0")
  if math.abs(told[i + 1]) > now then told[1] = 0 end
end
for i = gates + 2, #KEYS do
  local at = 5 * (i - gates) - 6
  local used = tonumber(redis.call("GET", KEYS[i]) or "0") + tonumber(ARGV[at + 4])
  told[i] = math.max(used, tonumber(ARGV[at + 3]))
  if told[i] + tonumber(ARGV[at]) > tonumber(ARGV[at + 1]) then told[1] = 0 end
end
for i = gates + 2, #KEYS do
  local at = 5 * (i - gates) - 6
  told[i] = told[i] + told[1] * tonumber(ARGV[at])
  redis.call("SET", KEYS[i], told[i], "PX", ARGV[at + 2])
end
return told`;

/**
 * Key: since when Redis counts, which is gone when it was emptied. Arguments: a time or 0, and
 * whether the caller was alone until then. Moves it to that time when it is gone, or when the
 * caller was alone; gives it, or 0.
 */
export const sinceScript = `
local since, time = tonumber(redis.call("GET", KEYS[1]) or "0"), tonumber(ARGV[1])
if time > since and (since == 0 or ARGV[2] == "1") then
  redis.call("SET", KEYS[1], ARGV[1], "PX", ${sinceLivesMs})
  since = time
end
return since`;

/** Key: the gate. Arguments: when it opens, negative for a ban, and milliseconds to live. */
export const shutScript = `
local until_ms = tonumber(redis.call("GET", KEYS[1]) or "0")
if math.abs(tonumber(ARGV[1])) > math.abs(until_ms) then
  redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
end
return 1`;

/**
 * A name of 14 hexadecimal digits for a text that others must not read, like the key of an account:
 * it tells two apart, and is far too short to tell what it was made of. This is cyrb53, which runs
 * everywhere and at once.
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
