import { CONTEST_MS, HANDOVER_OBJECTION_MS, HOUR_MS, INSPECTION_MS, plus } from "./deadlines.ts";
import { depositPlan } from "./payment-plan.ts";
import { isAgreed, planOfCharge } from "./scheduled-steps.ts";
import { type BookingLife, type MoneyFacts, waitsForPeople } from "./snapshot.ts";
import { isOver } from "./statuses.ts";
import { refusalOf, refusalOfOwnersWord } from "./transitions.ts";

/** Somebody may be late for an hour; who waits longer says so within half a day. */
const NO_SHOW_FROM_MS = HOUR_MS;
const NO_SHOW_UNTIL_MS = 12 * HOUR_MS;

type Role = "renter" | "owner" | "admin";

/** When they were to meet: nobody is late before, however early the owner's hours begin. */
const meetingAt = ({ startAt, scheduledPickupAt }: BookingLife): Date =>
  scheduledPickupAt !== null && scheduledPickupAt > startAt ? scheduledPickupAt : startAt;

export function canReportNoShow(life: BookingLife, now: Date): boolean {
  const from = meetingAt(life);
  const isInTime = plus(from, NO_SHOW_FROM_MS) <= now && now <= plus(from, NO_SHOW_UNTIL_MS);
  return isAgreed(life) && life.noShowReportedAt === null && isInTime;
}

export const contestUntil = (reportedAt: Date): Date => plus(reportedAt, CONTEST_MS);

/** Not while the card is being charged without its holder. */
const isPayable = (money: MoneyFacts | null) =>
  money !== null && !money.isBusy && ["created", "awaiting_payment", "action_required"].includes(money.status);

/** What is to be paid by hand: a checkout that is not over, or what a card refused. */
function canPay({ status, approvalStatus, rental, checkoutExpiresAt }: BookingLife, now: Date): boolean {
  if (!isPayable(rental)) return false;
  if (status === "pending") return approvalStatus === "draft" && checkoutExpiresAt !== null && now < checkoutExpiresAt;
  return status === "approved" || status === "scheduled";
}

const canPayDeposit = ({ status, deposit }: BookingLife) => !isOver(status) && isPayable(deposit);

type Act = (life: BookingLife, role: Role, now: Date) => boolean;

const canMove =
  (event: Parameters<typeof refusalOf>[1]["event"]): Act =>
  (life, actor, now) =>
    refusalOf(life, { event, actor, now }) === null;

/** What each side would be let do now. */
const ACTS = {
  pay: (life, role, now) => role === "renter" && canPay(life, now),
  pay_deposit: (life, role) => role === "renter" && canPayDeposit(life),
  approve: canMove("approve"),
  decline: (life, role, now) => role === "owner" && canMove("decline")(life, role, now),
  cancel: canMove("cancel"),
  confirm_pickup: (life, role) => role !== "admin" && isAgreed(life) && life.pickupExpiresAt !== null,
  hand_over: (life, role, now) =>
    role === "owner" ? refusalOfOwnersWord(life, now) === null : canMove("hand_over")(life, role, now),
  object_to_handover: (life, role) =>
    role === "renter" && life.status === "scheduled" && life.ownerHandedOverAt !== null,
  submit_return: canMove("submit_return"),
  close: canMove("close"),
  claim_damage: canMove("claim_damage"),
  report_no_show: (life, role, now) => role !== "admin" && canReportNoShow(life, now),
  contest_no_show: (life, role) =>
    role !== "admin" &&
    isAgreed(life) &&
    life.noShowReportedBy !== null &&
    life.noShowReportedBy !== role &&
    life.noShowContestedAt === null,
  resolve: (life, role, now) => role === "admin" && canMove("resolve")(life, role, now),
} satisfies Record<string, Act>;

export type BookingAct = keyof typeof ACTS;

export const allowedActs = (life: BookingLife, role: Role, now: Date): BookingAct[] =>
  (Object.keys(ACTS) as BookingAct[]).filter((act) => ACTS[act](life, role, now));

type Wait = {
  readonly code:
    | "finish_checkout"
    | "fraud_review"
    | "owner_decision"
    | "pay_again"
    | "charge_to_come"
    | "confirm_pickup"
    | "secure_deposit"
    | "pickup"
    | "confirm_receipt"
    | "answer_no_show"
    | "return"
    | "overdue"
    | "inspection"
    | "admin_decision"
    | "payout";
  readonly by: "renter" | "owner" | "platform";
  /** When it is too late, or happens by itself. */
  readonly until: Date | null;
};

/** What a booking waits for, and for whom; null when it waits for nothing. */
export function waitOf(life: BookingLife): Wait | null {
  if (life.status === "pending") return waitOfRequest(life);
  if (isAgreed(life)) return waitOfAgreed(life);
  if (life.status === "in_possession") {
    const code = life.rentalStatus === "overdue" ? "overdue" : "return";
    return { code, by: "renter", until: life.endAt };
  }
  if (life.status === "return_submitted") {
    return { code: "inspection", by: "owner", until: life.returnedAt && plus(life.returnedAt, INSPECTION_MS) };
  }
  if (life.status === "damaged_admin_review") return { code: "admin_decision", by: "platform", until: null };
  return life.payableCents > 0 ? { code: "payout", by: "platform", until: life.payoutEligibleAt } : null;
}

function waitOfRequest(life: BookingLife): Wait {
  if (life.approvalStatus === "pending_owner") {
    return { code: "owner_decision", by: "owner", until: life.ownerDecisionDeadline };
  }
  if (life.fraud === "in_review") return { code: "fraud_review", by: "platform", until: null };
  return { code: "finish_checkout", by: "renter", until: life.checkoutExpiresAt };
}

function waitOfAgreed(life: BookingLife): Wait {
  if (life.noShowReportedAt !== null && life.noShowContestedAt === null) {
    const by = life.noShowReportedBy === "owner" ? "renter" : "owner";
    return { code: "answer_no_show", by, until: contestUntil(life.noShowReportedAt) };
  }
  if (waitsForPeople(life)) return { code: "admin_decision", by: "platform", until: null };
  const charge = planOfCharge(life);
  if (life.paymentStatus === "action_required" || life.paymentStatus === "failed") {
    return { code: "pay_again", by: "renter", until: charge.callOffAt };
  }
  if (life.depositStatus === "action_required") {
    return { code: "secure_deposit", by: "renter", until: depositPlan(life.startAt, life.startAt).callOffAt };
  }
  if (life.pickupExpiresAt !== null) return { code: "confirm_pickup", by: "owner", until: life.pickupExpiresAt };
  if (life.paymentStatus === "charge_scheduled") {
    return { code: "charge_to_come", by: "platform", until: charge.tryAt[0] ?? null };
  }
  if (life.ownerHandedOverAt !== null) {
    return { code: "confirm_receipt", by: "renter", until: plus(life.ownerHandedOverAt, HANDOVER_OBJECTION_MS) };
  }
  return { code: "pickup", by: "renter", until: life.startAt };
}
