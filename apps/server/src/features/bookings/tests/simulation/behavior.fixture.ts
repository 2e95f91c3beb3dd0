import type { BookingAction } from "@nexby/domain/bookings/actions";
import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import { extensionToDecide } from "@nexby/domain/extensions/extension-rules";
import { HOUR } from "@nexby/domain/kernel/duration";
import type { SeededNumbers } from "../../../../testing/bookings/seeded-numbers.ts";
import type { Role } from "./simulated-actions.fixture.ts";

/** How the renter, the owner and the admin of one booking act. */
export type Behavior = {
  card: string;
  paysAtOnce: boolean;
  paysAtAll: boolean;
  /** After a card is declined once the owner has approved. */
  paysAgain: boolean;
  answers: "approves" | "declines" | "is silent";
  confirmsPickup: boolean;
  /** The roles that tend to cancel. */
  cancels: Record<Role, boolean>;
  /** Hours from the start to the handoff; null for a no-show. */
  handsOverAfter: number | null;
  handover: Role;
  objects: boolean;
  reportsNoShow: Role | null;
  contests: boolean;
  /** Hours from the end to the return; null if the item is never returned. */
  returnsAfter: number | null;
  /** Asks for more days during the rental. */
  extends: boolean;
  decidesExtension: "approves" | "declines" | "is silent";
  withdraws: boolean;
  inspects: "closes" | "claims" | "is silent";
  /** About a late fee. */
  contestsFee: boolean;
  paysFee: boolean;
  waives: Record<"owner" | "admin", boolean>;
  /** The renter, about a claim. */
  answersClaim: "agrees" | "contests" | "is silent";
  /** Probability of a chargeback per turn. */
  disputes: number;
};

const CARDS: readonly (readonly [string, number])[] = [
  ["pm_card_visa", 12],
  ["pm_card_mastercard", 3],
  ["pm_card_bypassPending", 2],
  // Accepted on session, declined off session.
  ["pm_card_authenticationRequired", 18],
  ["pm_card_authenticationRequiredOnSetup", 2],
  ["pm_card_chargeDeclined", 2],
  ["pm_card_chargeCustomerFail", 1],
  ["pm_card_riskLevelHighest", 5],
  ["pm_card_riskLevelElevated", 1],
  ["pm_card_createDispute", 1],
  ["pm_card_createDisputeInquiry", 1],
  ["pm_card_createIssuerFraudRecord", 1],
  ["pm_card_pendingRefund", 1],
];

export function drawBehavior(random: SeededNumbers): Behavior {
  return {
    card: random.weighted(CARDS) ?? "pm_card_visa",
    paysAtOnce: random.isHit(0.85),
    paysAtAll: random.isHit(0.93),
    paysAgain: random.isHit(0.1),
    answers:
      random.weighted([["approves", 16] as const, ["declines", 2] as const, ["is silent", 2] as const]) ?? "approves",
    confirmsPickup: random.isHit(0.4),
    cancels: { renter: random.isHit(0.1), owner: random.isHit(0.09), admin: random.isHit(0.08) },
    handsOverAfter:
      random.weighted<number | null>([
        [-40, 1],
        [-2, 4],
        [0, 8],
        [3, 3],
        [null, 2],
      ]) ?? null,
    handover: random.pick(["renter", "renter", "owner"] as const),
    objects: random.isHit(0.15),
    reportsNoShow: random.pick(["renter", "owner", null] as const),
    contests: random.isHit(0.3),
    returnsAfter:
      random.weighted<number | null>([
        [-20, 3],
        [-1, 5],
        [5, 3],
        [70, 2],
        [null, 8],
      ]) ?? null,
    extends: random.isHit(0.7),
    decidesExtension: random.pick(["approves", "declines", "is silent"] as const),
    withdraws: random.isHit(0.3),
    inspects: random.pick(["closes", "claims", "is silent"] as const),
    disputes: random.isHit(0.12) ? 0.08 : 0,
    contestsFee: random.isHit(0.6),
    paysFee: random.isHit(0.3),
    waives: { owner: random.isHit(0.5), admin: random.isHit(0.4) },
    answersClaim: random.pick(["agrees", "contests", "is silent"] as const),
  };
}

type Offer = readonly [Role, BookingAction];
type Weight = (behavior: Behavior, role: Role, snapshot: BookingSnapshot, now: Date) => number;

const isPast = (instant: Date, hours: number | null, now: Date) =>
  hours !== null && now.getTime() >= instant.getTime() + hours * HOUR;

/** Cancellations happen early: a booking spends most of its time as scheduled. */
const CANCEL_WEIGHTS: Partial<Record<BookingStatus, number>> = { pending: 1.2, approved: 0.8, scheduled: 0.3 };

const WEIGHTS: Record<BookingAction, Weight> = {
  pay: ({ paysAtAll, paysAgain }, _, { status }) => ((status === "pending" ? paysAtAll : paysAgain) ? 1.5 : 0),
  pay_deposit: ({ paysAtAll }) => (paysAtAll ? 1 : 0),
  pay_extension: ({ paysAtAll }) => (paysAtAll ? 1 : 0),
  pay_late_fee: ({ paysFee }) => (paysFee ? 1.5 : 0),
  pay_damage: ({ paysFee }) => (paysFee ? 0.3 : 0),
  approve: ({ answers }) => (answers === "approves" ? 2 : 0.02),
  decline: ({ answers }) => (answers === "declines" ? 2 : 0.02),
  cancel: ({ cancels }, role, { status }) => (cancels[role] ? (CANCEL_WEIGHTS[status] ?? 0) : 0),
  propose_pickup: () => 0.04,
  confirm_pickup: ({ confirmsPickup }) => (confirmsPickup ? 1 : 0),
  keep_pickup: () => 0.1,
  propose_return: () => 0.04,
  confirm_return: ({ confirmsPickup }) => (confirmsPickup ? 0.5 : 0),
  keep_return: () => 0.1,
  use_code: ({ handsOverAfter, returnsAfter }, _, { status, startAt, endAt }, now) => {
    const isDue = status === "scheduled" ? isPast(startAt, handsOverAfter, now) : isPast(endAt, returnsAfter, now);
    return isDue ? 0.5 : 0;
  },
  hand_over: ({ handsOverAfter, handover }, role, { startAt }, now) =>
    role === handover && isPast(startAt, handsOverAfter, now) ? 3 : 0,
  object_to_handover: ({ objects }) => (objects ? 2 : 0),
  extend: ({ extends: isExtending }) => (isExtending ? 0.8 : 0),
  approve_extension: ({ decidesExtension }) => (decidesExtension === "approves" ? 1 : 0),
  decline_extension: ({ decidesExtension }) => (decidesExtension === "declines" ? 1 : 0),
  withdraw_extension: ({ withdraws }) => (withdraws ? 0.7 : 0),
  submit_return: ({ returnsAfter }, _, snapshot, now) => {
    if (isPast(snapshot.endAt, returnsAfter, now)) return 1;
    // Some don't wait for the owner's decision about more days.
    return extensionToDecide(snapshot) === null ? 0 : 0.06;
  },
  close: ({ inspects }) => (inspects === "closes" ? 1 : 0),
  claim_damage: ({ inspects }, _, { status }) => (status === "in_possession" ? 4 : inspects === "claims" ? 1 : 0),
  agree_to_claim: ({ answersClaim }) => (answersClaim === "agrees" ? 1 : 0),
  contest_claim: ({ answersClaim }) => (answersClaim === "contests" ? 1 : 0),
  report_no_show: ({ reportsNoShow }, role) => (reportsNoShow === role ? 2 : 0),
  contest_no_show: ({ contests }) => (contests ? 1 : 0),
  contest_late_fee: ({ contestsFee }) => (contestsFee ? 1.5 : 0),
  waive_late_fee: ({ waives }, role) => (role !== "renter" && waives[role] ? 0.6 : 0),
  decide_late_fee: () => 0.25,
  resolve: () => 0.5,
};

/** The weight of an action now; doing nothing weighs 0.6. */
export const weightOf = (behavior: Behavior, [role, action]: Offer, snapshot: BookingSnapshot, now: Date): number =>
  WEIGHTS[action](behavior, role, snapshot, now);
