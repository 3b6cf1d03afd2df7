/** Some operation receives what a channel carries. Runs on the name of a channel. */
export default function received(id, _options, context) {
  const operations = Object.values(context.documentInventory.unresolved.operations ?? {});
  const isReceived = operations.some(
    ({ $ref, action, channel }) =>
      // An operation in another file may be of any channel.
      $ref !== undefined || (action === "receive" && channel?.$ref === `#/channels/${id}`),
  );
  if (isReceived) return [];
  return [{ message: `No operation receives ${id}: add one under operations.` }];
}
