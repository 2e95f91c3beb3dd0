import type { BookingAction } from "@nexby/domain/bookings/actions";
import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import { extensionToDecide } from "@nexby/domain/extensions/extension-rules";
import { HOUR } from "@nexby/domain/kernel/duration";
import { owedOf } from "@nexby/domain/late-fees/late-fee-collection";
import { isTooSmall } from "@nexby/domain/payments/later-charges";
import type { SeededNumbers } from "../../../../testing/bookings/seeded-numbers.ts";

export type Role = "renter" | "owner" | "admin";

/** How the renter, the owner and the admin of one booking act. */
export type Behavior = {
  card: string;
  /** Pays everything with that card and confirms it whenever the bank asks. */
  keepsCard: boolean;
  paysAtOnce: boolean;
  paysAtAll: boolean;
  /** After a card is declined once the owner has approved. */
  paysAgain: boolean;
  answers: "approves" | "declines" | "is silent";
  /** An admin, about a request that the fraud check stopped. */
  reviews: "approve" | "decline" | "request_info";
  /** Proposes other times for pickup and return. */
  proposesTimes: boolean;
  confirmsPickup: boolean;
  /** The roles that tend to cancel. */
  cancels: Record<Role, boolean>;
  /** Hours from the start to the handoff; null for a no-show. */
  handsOverAfter: number | null;
  handover: "renter" | "owner" | "renter_code" | "owner_code";
  objects: boolean;
  /** The owner marks a disputed handoff again instead of waiting for an admin. */
  marksAgain: boolean;
  /** What an admin decides about a disputed handoff; null leaves it to a cancellation. */
  upholds: boolean | null;
  reportsNoShow: Role | null;
  contests: boolean;
  /** Hours from the end to the return; null if the item is never returned. */
  returnsAfter: number | null;
  /** Asks for more days during the rental. */
  extends: boolean;
  /** Leaves before the card form, so the request stays a draft. */
  leavesUnpaid: boolean;
  decidesExtension: "approves" | "declines" | "is silent";
  withdraws: boolean;
  /** Returns the item while the owner decides about more days. */
  returnsMeanwhile: boolean;
  /** The bank disputes the rental while the owner decides about more days. */
  disputesMeanwhile: boolean;
  inspects: "closes" | "claims" | "is silent";
  /** About a late fee. */
  contestsFee: boolean;
  paysFee: boolean;
  /** Waits until a fee is contested if the renter is going to. */
  waives: "owner" | "admin" | null;
  waivedShare: Share;
  /** What an admin keeps of a contested fee. */
  keptShare: Share;
  /** The renter, about a claim. */
  answersClaim: "agrees" | "contests" | "is silent";
  /** What an admin decides of the claim. */
  claimShare: Share;
  /** The owner gets a lost item back, or another one for it. */
  findsUnit: boolean;
  /** Probability of a chargeback per turn. */
  disputes: number;
  /** The bank decides only when everything else is over. */
  isBankSlow: boolean;
};

/** "most" leaves less than a card or a deposit can be charged. */
export type Share = "nothing" | "part" | "most" | "all";

/** Accepted on session, declined off session. */
export const CARD_THAT_ASKS = "pm_card_authenticationRequired";

/** Accepted whenever they are charged. */
export const GOOD_CARDS: readonly string[] = ["pm_card_visa", "pm_card_mastercard"];

const CARDS: readonly (readonly [string, number])[] = [
  ["pm_card_visa", 12],
  ["pm_card_mastercard", 3],
  ["pm_card_bypassPending", 2],
  [CARD_THAT_ASKS, 18],
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

const SHARES: readonly Share[] = ["nothing", "part", "all"];

export function drawBehavior(random: SeededNumbers): Behavior {
  return {
    card: random.weighted(CARDS) ?? "pm_card_visa",
    keepsCard: random.isHit(0.3),
    paysAtOnce: random.isHit(0.85),
    paysAtAll: random.isHit(0.93),
    paysAgain: random.isHit(0.1),
    answers:
      random.weighted([["approves", 16] as const, ["declines", 2] as const, ["is silent", 2] as const]) ?? "approves",
    reviews: random.pick(["approve", "approve", "decline", "request_info"] as const),
    proposesTimes: random.isHit(0.3),
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
    handover: random.pick(["renter", "owner", "renter_code", "owner_code"] as const),
    objects: random.isHit(0.15),
    marksAgain: random.isHit(0.2),
    upholds: random.pick([true, false, null]),
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
    leavesUnpaid: random.isHit(0.15),
    decidesExtension: random.pick(["approves", "declines", "is silent"] as const),
    withdraws: random.isHit(0.3),
    returnsMeanwhile: random.isHit(0.1),
    disputesMeanwhile: random.isHit(0.1),
    inspects: random.pick(["closes", "claims", "is silent"] as const),
    disputes: random.isHit(0.12) ? 0.08 : 0,
    isBankSlow: random.isHit(0.1),
    contestsFee: random.isHit(0.6),
    paysFee: random.isHit(0.3),
    waives: random.pick(["owner", "admin", null] as const),
    waivedShare: random.pick(["part", "all"] as const),
    keptShare: random.pick(SHARES),
    answersClaim: random.pick(["agrees", "contests", "is silent"] as const),
    claimShare: random.pick(SHARES),
    findsUnit: random.isHit(0.5),
  };
}

const MAX_EXTENSIONS = 2;

type Offer = readonly [Role, BookingAction];
type Weight = (behavior: Behavior, role: Role, snapshot: BookingSnapshot, now: Date) => number;

const isPast = (instant: Date, hours: number | null, now: Date) =>
  hours !== null && now.getTime() >= instant.getTime() + hours * HOUR;

/** Cancellations happen early: a booking spends most of its time as scheduled. */
const CANCEL_WEIGHTS: Partial<Record<BookingStatus, number>> = { pending: 1.2, approved: 0.8, scheduled: 0.3 };

const WEIGHTS: Record<BookingAction, Weight> = {
  pay: ({ paysAtAll, paysAgain }, _, { status }) => ((status === "pending" ? paysAtAll : paysAgain) ? 1.5 : 0),
  pay_deposit: ({ paysAtAll }) => (paysAtAll ? 1 : 0),
  pay_extension: ({ paysAtAll, leavesUnpaid }) => (paysAtAll && !leavesUnpaid ? 1 : 0),
  pay_late_fee: ({ paysFee }) => (paysFee ? 1.5 : 0),
  pay_damage: ({ paysFee }) => (paysFee ? 0.3 : 0),
  approve: ({ answers }) => (answers === "approves" ? 2 : 0.02),
  decline: ({ answers }) => (answers === "declines" ? 2 : 0.02),
  cancel: ({ cancels }, role, { status }) => (cancels[role] ? (CANCEL_WEIGHTS[status] ?? 0) : 0),
  propose_pickup: ({ proposesTimes }) => (proposesTimes ? 0.03 : 0),
  confirm_pickup: ({ confirmsPickup }) => (confirmsPickup ? 1 : 0),
  keep_pickup: () => 0.1,
  propose_return: ({ proposesTimes }) => (proposesTimes ? 0.03 : 0),
  confirm_return: ({ confirmsPickup }) => (confirmsPickup ? 0.5 : 0),
  keep_return: () => 0.1,
  use_code: ({ handsOverAfter, handover, returnsAfter }, role, { status, startAt, endAt }, now) => {
    if (status !== "scheduled") return isPast(endAt, returnsAfter, now) ? 0.5 : 0;
    return handover === `${role}_code` && isPast(startAt, handsOverAfter, now) ? 3 : 0;
  },
  hand_over: ({ handsOverAfter, handover, marksAgain }, role, { startAt, handoverObjectedAt }, now) =>
    role === handover && isPast(startAt, handsOverAfter, now) && (handoverObjectedAt === null || marksAgain) ? 3 : 0,
  object_to_handover: ({ objects }) => (objects ? 2 : 0),
  extend: ({ extends: isExtending }, _, { extensions }) =>
    isExtending && extensions.length < MAX_EXTENSIONS ? 1.5 : 0,
  approve_extension: ({ decidesExtension }) => (decidesExtension === "approves" ? 1 : 0),
  decline_extension: ({ decidesExtension }) => (decidesExtension === "declines" ? 1 : 0),
  withdraw_extension: ({ withdraws }) => (withdraws ? 0.7 : 0),
  submit_return: ({ returnsAfter, returnsMeanwhile }, _, snapshot, now) => {
    // A lost item comes back sometimes.
    if (snapshot.status === "damaged_admin_review") return 0.3;
    if (isPast(snapshot.endAt, returnsAfter, now)) return 1;
    return returnsMeanwhile && extensionToDecide(snapshot) !== null ? 1 : 0;
  },
  close: ({ inspects }) => (inspects === "closes" ? 1 : 0),
  claim_damage: ({ inspects }, _, { status }) => (status === "in_possession" ? 4 : inspects === "claims" ? 1 : 0),
  confirm_units: () => 0.5,
  name_loss: () => 1,
  agree_to_claim: ({ answersClaim }) => (answersClaim === "agrees" ? 1 : 0),
  contest_claim: ({ answersClaim }) => (answersClaim === "contests" ? 1 : 0),
  report_no_show: ({ reportsNoShow }, role) => (reportsNoShow === role ? 2 : 0),
  contest_no_show: ({ contests }) => (contests ? 1 : 0),
  contest_late_fee: ({ contestsFee }) => (contestsFee ? 1.5 : 0),
  // What is too little to charge is left to the system.
  waive_late_fee: ({ waives, contestsFee }, role, { lateFee }) =>
    waives === role &&
    contestsFee === (lateFee?.status === "disputed") &&
    lateFee !== null &&
    !isTooSmall(owedOf(lateFee))
      ? 0.8
      : 0,
  decide_late_fee: () => 0.25,
  uphold_handoff: ({ upholds }) => (upholds === true ? 0.3 : 0),
  reject_handoff: ({ upholds }) => (upholds === false ? 0.3 : 0),
  mark_available: ({ findsUnit }) => (findsUnit ? 0.5 : 0),
  retry_deposit: () => 0.1,
  give_up_deposit: () => 0.3,
  resolve: ({ answersClaim }, _, { claim }) => (claim?.status === "open" && answersClaim !== "is silent" ? 0.1 : 0.5),
};

/** The weight of an action now; doing nothing weighs 0.6. */
export const weightOf = (behavior: Behavior, [role, action]: Offer, snapshot: BookingSnapshot, now: Date): number =>
  WEIGHTS[action](behavior, role, snapshot, now);
