import type { BookingAction, BookingStep, BookingView } from "@nexby/contract/bookings/bookings";
import type { OwnAction, PlanningAction } from "./actions.ts";

const PAY_LABELS: Partial<Record<BookingAction, string>> = {
  pay: "Pay now",
  pay_deposit: "Confirm deposit",
  pay_late_fee: "Pay late fee",
  pay_damage: "Pay for the damage",
};

/** Label of a payment action, which links to the checkout page; null for every other action. */
export const payLabel = (action: BookingAction): string | null => PAY_LABELS[action] ?? null;

/** Actions with a card of their own on the booking's page. */
export const hasOwnCard = (action: BookingAction): boolean =>
  action === "use_code" ||
  action === "confirm_units" ||
  isAboutExtension(action) ||
  isPlanning(action) ||
  isAboutLateFee(action) ||
  isAnswer(action);

/** The step card asks for a reply, so it has both. */
export const isOtherReply = (action: BookingAction): boolean => action === "decline_extension";

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

type NextStepState = Pick<BookingView, "role" | "nextStep" | "allowedActions">;

/** The viewer's next action; null when it is someone else's turn or the server doesn't allow it yet. */
export function nextAction({ role, nextStep, allowedActions }: NextStepState): BookingAction | null {
  if (nextStep?.code === "admin_decision" && role === "owner" && allowedActions.includes("submit_return")) {
    return "submit_return";
  }
  if (!nextStep || (nextStep.by !== role && !SHARED.has(nextStep.code))) return null;
  const action = FORWARD[nextStep.code];
  return action && allowedActions.includes(action) ? action : null;
}
