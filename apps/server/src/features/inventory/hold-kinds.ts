/** Why units are taken: an unfinished checkout, a booking, the owner's own block, another calendar, a late return. */
export const HOLD_KINDS = ["checkout", "reservation", "block", "import", "overdue"] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];
