/** The Lua script of a shared store: one atomic step in Redis. */

/** How long Redis keeps its counting start without a call: longer than any window. */
const sinceLivesMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Charges a call to all of its windows, or to none.
 *
 * Keys: the counting start (the time since when Redis counts; lost when Redis is emptied), the
 * gates, the windows. Arguments: the number of gates, the counting start that the caller knows, the
 * one to set if there is none, 1 to replace an earlier one; for each gate 1, or -1 for a ban, and
 * for how many milliseconds it closes, 0 to leave it; for each window the cost, the amount,
 * milliseconds to live, the usage that the caller knows, and the caller's own usage that Redis
 * lacks.
 *
 * Gates close for a duration, so that they need no clock. Replies -1 and the counting start, or 0
 * for none, if the caller's differs. Otherwise replies 1 if the call was charged, else 0; then the
 * milliseconds until each gate opens (negative for a ban), and the usage of each window.
 */
export const sharedStoreScript = `
local gates, at = tonumber(ARGV[1]), 5
local since, claim = tonumber(redis.call("GET", KEYS[1]) or "0"), tonumber(ARGV[3])
if claim > since and (since == 0 or ARGV[4] == "1") then since = claim end
if since > 0 then redis.call("SET", KEYS[1], since, "PX", ${sinceLivesMs}) end
local result = { 1 }
for i = 2, gates + 1 do
  local left, more = math.max(redis.call("PTTL", KEYS[i]), 0), tonumber(ARGV[at + 1])
  if more > left then
    redis.call("SET", KEYS[i], ARGV[at], "PX", more)
    left = more
  end
  if left > 0 then result[1] = 0 end
  result[i] = left * tonumber(redis.call("GET", KEYS[i]) or "1")
  at = at + 2
end
if since ~= tonumber(ARGV[2]) then return { -1, since } end
for i = gates + 2, #KEYS do
  local used = tonumber(redis.call("GET", KEYS[i]) or "0") + tonumber(ARGV[at + 4])
  result[i] = math.max(used, tonumber(ARGV[at + 3]))
  if result[i] + tonumber(ARGV[at]) > tonumber(ARGV[at + 1]) then result[1] = 0 end
  at = at + 5
end
at = 5 + 2 * gates
for i = gates + 2, #KEYS do
  result[i] = result[i] + result[1] * tonumber(ARGV[at])
  redis.call("SET", KEYS[i], result[i], "PX", ARGV[at + 2])
  at = at + 5
end
return result`;
