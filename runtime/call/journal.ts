/** The interface of a journal: what a client remembers of placements across a crash. */

/** One placement in a journal; contains no secret. */
export interface PlacementEntry {
  /** Id of the placing operation. */
  readonly operation: string;
  readonly clientId: string;
  /** The client made the id, so no other order has it. */
  readonly isOwnId: boolean;
  /** The fields as sent, without timestamp and signature. */
  readonly fields: Readonly<Record<string, string>>;
  /** The request's timestamp on the exchange's clock, in milliseconds. */
  readonly stampMs: number;
}

/** Stores the placements in flight, so that each can be resolved after a crash. */
export interface PlacementJournal {
  /**
   * Stores an entry, replacing an earlier one with its client id. The request is sent when this
   * resolves, and not at all when it rejects.
   */
  readonly begin: (entry: PlacementEntry) => Promise<void>;
  /**
   * The outcome is certain, and the caller of the client has it: the entry can be deleted. A
   * rejection is ignored; the entry is then resolved once more.
   */
  readonly end: (clientId: string, outcome: "placed" | "rejected") => Promise<void>;
  /** Entries without an end. */
  readonly pending: () => Promise<readonly PlacementEntry[]>;
}
