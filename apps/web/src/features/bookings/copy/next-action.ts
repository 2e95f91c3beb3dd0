import type { BookingAction, BookingDetailView, BookingStep, BookingView } from "@nexby/contract/bookings/bookings";
import { productNow } from "../../../lib/server-time.ts";
import type { OwnAction, PlanningAction } from "./actions.ts";
import { isInDispute } from "./problems/disagreement.ts";

const PAY_LABELS: Partial<Record<BookingAction, string>> = {
  pay: "Pay now",
  pay_deposit: "Confirm deposit",
  pay_late_fee: "Pay late fee",
  pay_damage: "Pay for the damage",
};

/** Label of a payment action, which links to the checkout page; null for every other action. */
export const payLabel = (action: BookingAction): string | null => PAY_LABELS[action] ?? null;

/** Actions with a card of their own on the booking's page. */
const hasOwnCard = (action: BookingAction): boolean =>
  action === "use_code" ||
  action === "confirm_units" ||
  isAboutExtension(action) ||
  isPlanning(action) ||
  isAboutLateFee(action) ||
  isAnswer(action);

/** The step card asks for a reply, so it has both. */
const isOtherReply = (action: BookingAction): boolean => action === "decline_extension";

const isAboutExtension = (action: BookingAction): boolean => action === "extend" || action.endsWith("_extension");

export const LATE_FEE_ACTIONS = ["contest_late_fee", "waive_late_fee", "decide_late_fee"] as const;
export const CLAIM_ACTIONS = ["name_loss", "agree_to_claim", "contest_claim"] as const;
const isAnswer = (action: BookingAction): boolean => CLAIM_ACTIONS.some((name) => name === action);
const isAboutLateFee = (action: BookingAction): boolean => LATE_FEE_ACTIONS.some((name) => name === action);

const isPlanning = (action: BookingAction): action is PlanningAction =>
  /^(propose|confirm|keep)_(pickup|return)$/.test(action);

export const isOwnAction = (action: BookingAction): action is OwnAction =>
  !(action in PAY_LABELS) && !hasOwnCard(action);

/** The action that completes each step. */
const FORWARD: Partial<Record<BookingStep, BookingAction>> = {
  finish_checkout: "pay",
  owner_decision: "approve",
  pay_again: "pay",
  confirm_pickup: "confirm_pickup",
  secure_deposit: "pay_deposit",
  pickup: "hand_over",
  confirm_receipt: "hand_over",
  answer_no_show: "contest_no_show",
  extension_decision: "approve_extension",
  return: "submit_return",
  overdue: "submit_return",
  inspection: "close",
  admin_decision: "resolve",
  pay_late_fee: "pay_late_fee",
  damage_notice: "pay_damage",
  pay_damage: "pay_damage",
};

/** Steps that either side can complete, no matter who they are assigned to. */
const SHARED: ReadonlySet<BookingStep> = new Set(["pickup", "overdue", "admin_decision", "damage_notice"]);

/** Steps that are too late after their deadline: the system goes on without them. */
const ENDING: ReadonlySet<BookingStep> = new Set([
  "finish_checkout",
  "owner_decision",
  "pay_again",
  "confirm_pickup",
  "secure_deposit",
  "answer_no_show",
  "extension_decision",
  "inspection",
  "pay_late_fee",
  "damage_notice",
  "pay_damage",
]);

const isTooLate = ({ nextStep }: Pick<BookingView, "nextStep">, now: number): boolean =>
  nextStep?.until != null && ENDING.has(nextStep.code) && Date.parse(nextStep.until) < now;

type NextStepState = Pick<BookingView, "role" | "nextStep" | "allowedActions">;

/** The viewer's next action; null when it is someone else's turn, too late, or the server doesn't allow it yet. */
export function nextAction(booking: NextStepState, now = productNow()): BookingAction | null {
  const { role, nextStep, allowedActions } = booking;
  if (isTooLate(booking, now)) return null;
  if (nextStep?.code === "admin_decision" && role === "owner" && allowedActions.includes("submit_return")) {
    return "submit_return";
  }
  if (!nextStep || (nextStep.by !== role && !SHARED.has(nextStep.code))) return null;
  const action = FORWARD[nextStep.code];
  return action && allowedActions.includes(action) ? action : null;
}

type StepState = Pick<BookingDetailView, "role" | "status" | "nextStep" | "allowedActions" | "isEndangered">;

/**
 * The buttons of the step card: the main action first and canceling last. Owners who can decline a request don't need to
 * cancel it too, and the notice about a late item has its own way to cancel.
 */
export function stepActions(booking: StepState, now: number): BookingAction[] {
  const { role, nextStep, allowedActions, isEndangered } = booking;
  // Our team decides, so nobody goes on as if nothing had happened.
  if (role !== "admin" && isInDispute(booking)) return [];
  const next = nextAction(booking, now);
  const late = nextStep && isTooLate(booking, now) ? [FORWARD[nextStep.code], "decline", "decline_extension"] : [];
  const others = allowedActions.filter(
    (action) =>
      action !== next &&
      action !== "cancel" &&
      !late.includes(action) &&
      // Disputing the handoff says the same, and an owner who marked it can't say that nobody came.
      !(action === "report_no_show" && nextStep?.code === "confirm_receipt") &&
      (!hasOwnCard(action) || isOtherReply(action)),
  );
  const canCancelHere =
    allowedActions.includes("cancel") && !allowedActions.includes("decline") && (role === "admin" || !isEndangered);
  return [...(next ? [next] : []), ...others, ...(canCancelHere ? (["cancel"] as const) : [])];
}
