import type { BookingAction, BookingStep, BookingView } from "@nexby/contract/bookings/bookings";
import { formatExactCents } from "../../../lib/format.ts";
import { type Handoff, handoffOfBooking } from "../../../lib/rental-labels.ts";
import { disputeCopy, handOverCopy, returnCopy } from "./handoff.ts";

/** Optional or required text sent with an action. */
type ActionField = { name: "message" | "reason" | "notes"; label: string; hint?: string };

/** Actions that run in a dialog; payments have their own page. */
export type OwnAction = Exclude<BookingAction, "pay" | "pay_deposit">;

type ActionCopy = {
  label: string;
  title: string;
  text: string;
  confirm: string;
  busy: string;
  done: string;
  look?: "danger";
  /** What the action means for an owner without a payout account. */
  payoutNotice?: string;
  /** Label of the button that dismisses the dialog. */
  keepLabel?: string;
  field?: ActionField;
  check?: { name: "isDeliveryAttempted"; label: string };
  /** Entered in dollars; `name` is the contract's field, which is in cents. */
  amount?: { name: "amountCents" | "damageCents"; label: string };
};

type Role = BookingView["role"];
type Names = {
  title: string;
  other: string;
  noun: "request" | "booking";
  isDelivery: boolean;
  handover: Handoff;
  hasDeposit: boolean;
  /** Earnings that can't be sent yet; null if they can, or for other people than the owner. */
  waitingCents: number | null;
};

const NOTES: ActionField = { name: "notes", label: "Notes (optional)" };

const ACTION_COPY: Record<OwnAction, (role: Role, names: Names) => ActionCopy> = {
  approve: (_, { other, title, waitingCents }) => ({
    label: "Approve",
    title: `Approve ${other}’s request?`,
    text: `${title} is then booked. The card is charged as planned, and both of you see the place.`,
    confirm: "Approve request",
    busy: "Approving...",
    done: "Request approved",
    ...(waitingCents !== null && {
      payoutNotice: `You can approve anyway. Your ${formatExactCents(waitingCents)} will wait until your payout account is ready, and nothing is lost.`,
    }),
    field: { name: "message", label: `Message to ${other} (optional)` },
  }),
  decline: (_, { other }) => ({
    label: "Decline",
    title: `Decline ${other}’s request?`,
    text: "Nothing is charged, and the dates are free again. This cannot be undone.",
    confirm: "Decline request",
    busy: "Declining...",
    done: "Request declined",
    look: "danger",
    field: { name: "reason", label: "Reason", hint: `${other} reads this.` },
  }),
  cancel: (_, { noun }) => ({
    label: `Cancel ${noun}`,
    title: `Cancel this ${noun}?`,
    text: "This cannot be undone.",
    confirm: `Cancel ${noun}`,
    busy: "Canceling...",
    done: noun === "request" ? "Request canceled" : "Booking canceled",
    look: "danger",
    keepLabel: `Keep ${noun}`,
  }),
  confirm_pickup: (role, { other }) => ({
    label: "Agree to the time",
    title: "Agree to this time?",
    text:
      role === "renter"
        ? `You then expect each other at the time you asked for. Should that be outside ${other}’s hours, it becomes the nearest time within them.`
        : "You then expect each other at the time that was asked for.",
    confirm: "Agree",
    busy: "Saving...",
    done: "Time agreed",
  }),
  hand_over: (role, { other, handover }) => ({
    ...handOverCopy(handover, role, other),
    text:
      role === "renter"
        ? "The rental runs from now on. From here on it can no longer be canceled."
        : `It counts at once when ${other} confirms, otherwise in two hours unless they object.`,
    busy: "Saving...",
    field: { ...NOTES, hint: "Anything about its condition that should be kept." },
  }),
  object_to_handover: (_, { other, handover }) => ({
    ...disputeCopy(handover),
    text: `${other} is told. The rental does not begin.`,
    busy: "Saving...",
    look: "danger",
    field: { name: "reason", label: "What happened" },
  }),
  submit_return: (role, { other, handover }) => ({
    ...returnCopy(handover, role),
    text: role === "renter" ? `${other} then has 48 hours to look it over.` : "You then have 48 hours to look it over.",
    busy: "Saving...",
    field: NOTES,
  }),
  close: (_, { other, hasDeposit }) => ({
    label: "All is fine",
    title: "Is it in good condition?",
    text: `${hasDeposit ? `The deposit goes back to ${other} and your` : "Your"} earnings are paid out. Damage cannot be claimed after that.`,
    confirm: "Yes, all is fine",
    busy: "Closing...",
    done: "Rental completed",
    field: NOTES,
  }),
  claim_damage: (_, { hasDeposit }) => ({
    label: "Claim damage",
    title: "Claim damage or loss?",
    text: hasDeposit
      ? "An administrator looks at it and decides. Until then the deposit and your payout wait."
      : "An administrator looks at it and decides. Until then your payout waits. There is no deposit it could be paid from.",
    confirm: "Send claim",
    busy: "Sending...",
    done: "Claim sent",
    look: "danger",
    field: { name: "notes", label: "What is damaged or missing" },
    amount: { name: "amountCents", label: "Amount you claim, in dollars" },
  }),
  report_no_show: (role, { other, isDelivery }) => ({
    label: "Report a no-show",
    title: `Did ${other} not come?`,
    text: `${other} has 12 hours to say otherwise. After that the booking is canceled by the rules for no-shows.`,
    confirm: "Report no-show",
    busy: "Reporting...",
    done: "No-show reported",
    look: "danger",
    ...(role === "owner" &&
      isDelivery && {
        check: { name: "isDeliveryAttempted", label: "I stood at the door: I keep what the delivery costs" },
      }),
  }),
  contest_no_show: (_, { other }) => ({
    label: "It was otherwise",
    title: "Was it otherwise?",
    text: `${other} and our administrators read what you write.`,
    confirm: "Send",
    busy: "Sending...",
    done: "Your answer is noted",
    field: { name: "reason", label: "What happened" },
  }),
  resolve: (_, { hasDeposit }) => ({
    label: "Decide the claim",
    title: "Decide the claim?",
    text: hasDeposit
      ? "What you grant goes from the deposit to the owner, the rest goes back. This cannot be undone."
      : "There is no deposit, so nothing can be granted. This cannot be undone.",
    confirm: "Decide",
    busy: "Deciding...",
    done: "Claim decided",
    field: { name: "notes", label: "Reason", hint: "Both sides read this." },
    amount: { name: "damageCents", label: "Amount for the owner, in dollars" },
  }),
};

type ActionBooking = Pick<
  BookingView,
  | "role"
  | "renter"
  | "owner"
  | "item"
  | "status"
  | "exchangeType"
  | "depositCents"
  | "isPayoutReady"
  | "ownerEarningsCents"
>;

export function actionCopy(action: OwnAction, booking: ActionBooking): ActionCopy {
  const { role, renter, owner, item, status, exchangeType, depositCents } = booking;
  const other = role === "renter" ? owner : renter;
  return ACTION_COPY[action](role, {
    title: item.title,
    other: other.firstName,
    noun: status === "pending" ? "request" : "booking",
    isDelivery: exchangeType === "delivery",
    handover: handoffOfBooking(booking),
    hasDeposit: depositCents > 0,
    waitingCents: booking.isPayoutReady ? null : booking.ownerEarningsCents,
  });
}

const PAY_LABELS: Partial<Record<BookingAction, string>> = { pay: "Pay now", pay_deposit: "Confirm deposit" };

/** Label of a payment action, which links to the checkout page; null for every other action. */
export const payLabel = (action: BookingAction): string | null => PAY_LABELS[action] ?? null;

export const isOwnAction = (action: BookingAction): action is OwnAction => !(action in PAY_LABELS);

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
  return: "submit_return",
  overdue: "submit_return",
  inspection: "close",
  admin_decision: "resolve",
};

/** Steps that either side can complete, no matter who they are assigned to. */
const SHARED: ReadonlySet<BookingStep> = new Set(["pickup", "overdue", "admin_decision"]);

type NextStepState = Pick<BookingView, "role" | "nextStep" | "allowedActions">;

/** The viewer's next action; null when it is someone else's turn or the server doesn't allow it yet. */
export function nextAction({ role, nextStep, allowedActions }: NextStepState): BookingAction | null {
  if (!nextStep || (nextStep.by !== role && !SHARED.has(nextStep.code))) return null;
  const action = FORWARD[nextStep.code];
  return action && allowedActions.includes(action) ? action : null;
}

export type ActionContext = {
  /** Called with the reason when the action is no longer allowed. */
  onTooLate: (reason: string) => void;
  /** Moves focus when the action has removed the button. */
  onGone: () => void;
};

/** "Active (2)", or just the label when the count is 0 or unknown. */
export const withCount = (label: string, count: number | undefined): string => (count ? `${label} (${count})` : label);
