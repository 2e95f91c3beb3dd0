/** Kinds of damage, as the owner describes it. */
export const DAMAGE_TYPES = ["cosmetic", "broken", "missing_pieces", "dirty", "lost", "other"] as const;
export type DamageType = (typeof DAMAGE_TYPES)[number];

export const DAMAGE_SEVERITIES = ["low", "medium", "high"] as const;
export type DamageSeverity = (typeof DAMAGE_SEVERITIES)[number];

/** The renter can answer an open claim, then an admin decides, then it is collected. The last four are final. */
export const DAMAGE_CLAIM_STATUSES = [
  "open",
  "agreed",
  "contested",
  "decided",
  "charged",
  "dismissed",
  "uncollectible",
  "withdrawn",
] as const;
export type DamageClaimStatus = (typeof DAMAGE_CLAIM_STATUSES)[number];

/** In whose favor an admin decided. */
export const CLAIM_RESOLUTIONS = ["owner_favor", "renter_favor"] as const;

type Actor = "renter" | "owner" | "admin" | "system";

type Transition = {
  readonly to: DamageClaimStatus;
  /** Source statuses, each with the actors allowed to trigger the transition from there. */
  readonly from: Readonly<Partial<Record<DamageClaimStatus, readonly Actor[]>>>;
};

const BY_ADMIN = { open: ["admin"], agreed: ["admin"], contested: ["admin"] } as const;

const RETURNERS = ["renter", "owner"] as const;

/** All changes of a damage claim. Filing and deciding one are transitions of its booking, too. */
export const DAMAGE_CLAIM_TRANSITIONS = {
  /** The owner names the amount for lost units without a value. */
  loss_named: { to: "open", from: { open: ["owner"] } },
  claim_agreed: { to: "agreed", from: { open: ["renter"] } },
  claim_contested: { to: "contested", from: { open: ["renter"] } },
  claim_decided: { to: "decided", from: BY_ADMIN },
  claim_dismissed: { to: "dismissed", from: BY_ADMIN },
  /** The lost item is back, before anyone decided. */
  claim_withdrawn: { to: "withdrawn", from: { open: RETURNERS, agreed: RETURNERS, contested: RETURNERS } },
  damage_charged: { to: "charged", from: { decided: ["system"] } },
  /** A part or all of it couldn't be collected. */
  damage_uncollectible: { to: "uncollectible", from: { decided: ["system"] } },
} as const satisfies Record<string, Transition>;

export type DamageClaimEvent = keyof typeof DAMAGE_CLAIM_TRANSITIONS;

/** The next status; null if the actor may not trigger the event from this status. */
export function damageClaimStatusAfter(
  status: DamageClaimStatus,
  event: DamageClaimEvent,
  actor: Actor,
): DamageClaimStatus | null {
  const { from, to }: Transition = DAMAGE_CLAIM_TRANSITIONS[event];
  return from[status]?.includes(actor) ? to : null;
}

const FINAL: ReadonlySet<DamageClaimStatus> = new Set(["charged", "dismissed", "uncollectible", "withdrawn"]);
export const isDamageClaimFinal = (status: DamageClaimStatus): boolean => FINAL.has(status);
