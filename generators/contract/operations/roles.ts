import type { Problems } from "../documents/problems.ts";
import type { Channel, Contract, Operation, Parameter, StreamRules } from "../model.ts";

type Parts = Pick<
  Contract,
  "operations" | "signing" | "limitRules" | "rulesRefresh" | "streamRules"
>;

/**
 * The operation of each role: what another part of the contract names it for, or its `x-role`. An
 * operation that has none goes by its id. Reports operations that share one.
 */
export function buildRoles(problems: Problems, parts: Parts): Readonly<Record<string, string>> {
  const { operations } = parts;
  const roles = new Map<string, string>();
  for (const [role, id] of namedRoles(parts)) {
    if (operations.some((each) => each.id === id) && !roles.has(role)) roles.set(role, String(id));
  }
  for (const { id, role = id, origin } of operations) {
    const holder = roles.get(role) ?? id;
    // A second name for what has a role already would be a second way to call it.
    if (role === id && [...roles.values()].includes(id)) continue;
    if (holder !== id) {
      const message = `${id} has the role ${role}, which ${holder} has.`;
      problems.report(origin, message, "Leave out x-role, or write another one.");
    }
    roles.set(role, holder);
  }
  return Object.fromEntries(roles);
}

/** The operations, with the roles that placements give to parameters. */
export function withParameterRoles(operations: readonly Operation[]): readonly Operation[] {
  const { placement } = operations.find((each) => each.placement !== undefined) ?? {};
  if (placement === undefined) return operations;
  return operations.map((operation) => {
    const isPlacing = operation.placement !== undefined;
    const id = isPlacing ? placement.clientId : placement.resolvedBy.parameter;
    const given = isPlacing ? "newClientOrderId" : "origClientOrderId";
    const parameters = operation.parameters.map((each): Parameter => {
      const { name, role = name === id ? given : name } = each;
      return { ...each, ...(role !== name && { role }) };
    });
    return { ...operation, parameters };
  });
}

/** The streams, with the roles that other parts of the contract give them. */
export function channelsWithRoles(
  channels: readonly Channel[],
  { bookSync }: StreamRules,
): readonly Channel[] {
  return channels.map((channel) => {
    const { id, access } = channel;
    const named = id === bookSync.channel ? "depth" : access === "userData" ? "userData" : id;
    const { role = named } = channel;
    return { ...channel, ...(role !== id && { role }) };
  });
}

/** The roles that follow from what the contract names operations for; the first one counts. */
function namedRoles(parts: Parts): readonly (readonly [role: string, id: string | undefined])[] {
  const { operations, signing, limitRules, rulesRefresh, streamRules } = parts;
  const { userData, userRecords, bookSync } = streamRules;
  const placing = operations.find(({ placement }) => placement !== undefined);
  const canceling = operations.find(({ cancellation }) => cancellation !== undefined);
  return [
    ["order.place", placing?.id],
    ["order.query", placing?.placement?.resolvedBy.operation],
    ["order.cancel", canceling?.id],
    ["orders.open", canceling?.cancellation?.listedBy],
    ["orders.open", userRecords?.calls.openOrders],
    ["orders.all", userRecords?.calls.orderPage],
    ["trades.own", userRecords?.calls.trades],
    ["account", userRecords?.calls.balances],
    ["book.snapshot", bookSync.operation],
    ["time", signing.time.operation],
    ["exchange.info", limitRules.listed?.operation],
    ["exchange.info", rulesRefresh?.operation],
    ["listenKey.create", userData.create],
    ["listenKey.keepAlive", userData.keepAlive],
    ["listenKey.close", userData.close],
  ];
}
