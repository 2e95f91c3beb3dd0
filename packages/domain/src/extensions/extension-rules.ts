import { lastDecisionAt, plus } from "../bookings/deadlines.ts";
import { type BookingSnapshot, type ExtensionFacts, isActionable, isHeld } from "../bookings/snapshot.ts";
import { BOOKING_ACTORS, type BookingActor, isPaymentDisputed } from "../bookings/transitions.ts";
import { HOUR, MINUTE } from "../kernel/duration.ts";
import { type ExtensionEvent, extensionStatusAfter } from "./extension-transitions.ts";

/** An extension is requested at least this long before the end, so that the owner has an hour to decide. */
const ASK_BEFORE_END_MS = 2 * HOUR;
const PAYMENT_MS = 30 * MINUTE;

/** Until when a draft can be paid. The owner decides by one hour before the end at the latest. */
export const draftExpiresAt = (endAt: Date, now: Date): Date =>
  new Date(Math.min(plus(now, PAYMENT_MS).getTime(), lastDecisionAt(endAt).getTime()));

/** The facts that the rules of extensions depend on. */
type ExtendableBooking = Pick<
  BookingSnapshot,
  | "status"
  | "paymentStatus"
  | "endAt"
  | "hasChargeback"
  | "isDepositSecured"
  | "hasSuspendedAccount"
  | "isPairBlocked"
  | "isFoodTruck"
  | "isInstant"
  | "extensions"
  | "returns"
>;

export const openExtensionOf = ({ extensions }: Pick<ExtendableBooking, "extensions">): ExtensionFacts | null =>
  extensions.find(({ status }) => status === "draft" || status === "requested") ?? null;

/** The request the owner has to decide on. */
export function extensionToDecide(snapshot: Pick<ExtendableBooking, "extensions">): ExtensionFacts | null {
  const open = openExtensionOf(snapshot);
  return open?.status === "requested" ? open : null;
}

const hasDisputedPayment = ({ hasChargeback, paymentStatus, extensions }: ExtendableBooking) =>
  hasChargeback ||
  isPaymentDisputed(paymentStatus) ||
  extensions.some(({ payment }) => payment?.status === "charged_back");

/** Why a rental can't be extended whatever the dates, in the order they are checked. */
const RENTAL_REFUSALS = {
  not_in_possession: ({ status }) => status !== "in_possession",
  food_truck: ({ isFoodTruck }) => isFoodTruck,
  account_suspended: ({ hasSuspendedAccount }) => hasSuspendedAccount,
  unavailable: ({ isPairBlocked }) => isPairBlocked,
  /** The price of more days is agreed for all units. */
  partly_returned: ({ returns }) => returns.length > 0,
  payment_disputed: hasDisputedPayment,
} satisfies Record<string, (snapshot: ExtendableBooking) => boolean>;

export type ExtensionRefusal =
  | keyof typeof RENTAL_REFUSALS
  | "already_requested"
  | "deposit_missing"
  | "too_late"
  | "request_expired"
  | "not_yours"
  | "not_from_here"
  | "not_authorized";

const refusalOfRental = (snapshot: ExtendableBooking): ExtensionRefusal | null =>
  (Object.keys(RENTAL_REFUSALS) as (keyof typeof RENTAL_REFUSALS)[]).find((code) => RENTAL_REFUSALS[code](snapshot)) ??
  null;

/** Why the renter can't ask for more days now; null if they can. A draft can be replaced by another one. */
export function refusalOfAsking(snapshot: ExtendableBooking, now: Date): ExtensionRefusal | null {
  const refusal = refusalOfRental(snapshot);
  if (refusal !== null) return refusal;
  if (!snapshot.isDepositSecured) return "deposit_missing";
  if (extensionToDecide(snapshot) !== null) return "already_requested";
  return plus(snapshot.endAt, -ASK_BEFORE_END_MS) < now ? "too_late" : null;
}

type Attempt = { readonly event: ExtensionEvent; readonly actor: BookingActor; readonly now: Date };

/** Why a transition of the extension is rejected now; null when it is allowed. */
export function refusalOfExtension(
  snapshot: ExtendableBooking,
  extension: ExtensionFacts,
  { event, actor, now }: Attempt,
): ExtensionRefusal | null {
  const { status, expiresAt, payment } = extension;
  if (!extensionStatusAfter(status, event, actor)) {
    return BOOKING_ACTORS.some((other) => extensionStatusAfter(status, event, other)) ? "not_yours" : "not_from_here";
  }
  const isDecision = event === "approve" || (event === "decline" && actor === "owner");
  if (isDecision && expiresAt <= now) return "request_expired";
  if (event !== "approve") return null;
  const isAuthorized = isHeld(payment) && payment.authExpiresAt !== null && payment.authExpiresAt > now;
  return refusalOfRental(snapshot) ?? (isAuthorized ? null : "not_authorized");
}

type Rule = (snapshot: ExtendableBooking, now: Date) => boolean;

/** An ended extension must not keep the renter's money. */
export const extensionToVoid = ({ extensions }: ExtendableBooking): ExtensionFacts | undefined =>
  extensions.find(
    ({ status, payment }) =>
      ["declined", "expired", "withdrawn"].includes(status) && payment !== null && isActionable(payment),
  );

export const extensionToCapture = ({ extensions }: ExtendableBooking): ExtensionFacts | undefined =>
  extensions.find(({ status, payment }) => status === "approved" && isHeld(payment) && isActionable(payment));

/** The system's own steps for extensions. Part of the booking's scheduled steps. */
export const EXTENSION_RULES = {
  void_extension: (snapshot) => extensionToVoid(snapshot) !== undefined,
  capture_extension: (snapshot) => extensionToCapture(snapshot) !== undefined,
  /** The item or a part of its units came back, an account was suspended, one person blocked the other, or a bank disputes a payment. */
  end_extension: (snapshot) => openExtensionOf(snapshot) !== null && refusalOfRental(snapshot) !== null,
  /** The payment is authorized, so the owner can decide. */
  request_extension: (snapshot, now) => {
    const open = openExtensionOf(snapshot);
    return open?.status === "draft" && isHeld(open.payment) && now < lastDecisionAt(snapshot.endAt);
  },
  expire_extension: (snapshot, now) => {
    const open = openExtensionOf(snapshot);
    return open !== null && open.expiresAt <= now;
  },
  approve_extension: (snapshot, now) => {
    const open = openExtensionOf(snapshot);
    const attempt = { event: "approve", actor: "system", now } as const;
    return snapshot.isInstant && open !== null && refusalOfExtension(snapshot, open, attempt) === null;
  },
} satisfies Record<string, Rule>;
