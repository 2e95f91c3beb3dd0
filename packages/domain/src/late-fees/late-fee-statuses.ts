/** Calculated fees can be contested, then they are charged. The last three are final. */
export const LATE_FEE_STATUSES = ["calculated", "disputed", "charged", "waived", "uncollectible"] as const;
export type LateFeeStatus = (typeof LATE_FEE_STATUSES)[number];

export const LATE_FEE_PAYMENT_STATUSES = ["pending", "processing", "paid", "failed", "refunded"] as const;
export type LateFeePaymentStatus = (typeof LATE_FEE_PAYMENT_STATUSES)[number];

type Actor = "renter" | "owner" | "admin" | "system";

type Transition = {
  /** Null: the status stays. */
  readonly to: LateFeeStatus | null;
  /** Source statuses, each with the actors allowed to trigger the transition from there. */
  readonly from: Readonly<Partial<Record<LateFeeStatus, readonly Actor[]>>>;
};

/** All events in the life of a late fee. Each is an entry of the booking's timeline. */
export const LATE_FEE_TRANSITIONS = {
  /** The item is back or lost, so the fee no longer grows. */
  late_fee_calculated: { to: null, from: { calculated: ["system"] } },
  late_fee_contested: { to: "disputed", from: { calculated: ["renter"] } },
  /** An admin keeps the fee or a part of it. */
  late_fee_decided: { to: "calculated", from: { disputed: ["admin"] } },
  /** A part was waived; the rest stays owed. */
  late_fee_reduced: { to: null, from: { calculated: ["owner", "admin"], disputed: ["owner"] } },
  late_fee_waived: {
    to: "waived",
    // The system waives what is too little to charge.
    from: { calculated: ["owner", "admin", "system"], disputed: ["owner", "admin"] },
  },
  late_fee_charged: { to: "charged", from: { calculated: ["system"] } },
  /** The card didn't pay, so the deposit did. */
  late_fee_kept: { to: "charged", from: { calculated: ["system"] } },
  late_fee_uncollectible: { to: "uncollectible", from: { calculated: ["system"] } },
} as const satisfies Record<string, Transition>;

export type LateFeeEvent = keyof typeof LATE_FEE_TRANSITIONS;

/** The next status; null if the actor may not trigger the event from this status. */
export function lateFeeStatusAfter(status: LateFeeStatus, event: LateFeeEvent, actor: Actor): LateFeeStatus | null {
  const { from, to }: Transition = LATE_FEE_TRANSITIONS[event];
  return from[status]?.includes(actor) ? (to ?? status) : null;
}

const FINAL: ReadonlySet<LateFeeStatus> = new Set(["charged", "waived", "uncollectible"]);
export const isLateFeeFinal = (status: LateFeeStatus): boolean => FINAL.has(status);
