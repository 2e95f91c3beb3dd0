import { ownerDecisionDeadline } from "@nexby/domain/bookings/deadlines";
import type { ExtensionFacts } from "@nexby/domain/bookings/snapshot";
import { lengthenedPrice } from "@nexby/domain/extensions/extension-price";
import {
  draftExpiresAt,
  type ExtensionRefusal,
  extensionToCapture,
  extensionToVoid,
  openExtensionOf,
  refusalOfAsking,
  refusalOfExtension,
} from "@nexby/domain/extensions/extension-rules";
import { type ExtensionEvent, extensionStatusAfter } from "@nexby/domain/extensions/extension-transitions";
import { localDate } from "@nexby/domain/kernel/calendar";
import { instantOf, localTimeOf } from "@nexby/domain/kernel/zones";
import { changeStatus, recordAudit, recordTransition, rentalEventInsert } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { BookingExtension } from "../../../schema/extensions.ts";
import type { FrozenPrice } from "../../../schema/payments.ts";
import { lengthenUnits, shortenUnits } from "../../inventory/public.ts";
import { momentText } from "../../notifications/public.ts";
import { getPlatformSettings } from "../../operations/public.ts";
import { openPayment, requestCapture } from "../../payments/public.ts";
import { findItemTitle, priceColumns } from "../bookings.queries.ts";
import { notifyAbout } from "../lifecycle/booking-notifications.ts";
import { type Actor, type StepContext, SYSTEM } from "../lifecycle/booking-state.ts";
import { voidPayments } from "../lifecycle/cancellation.ts";
import { refreshDerivedStatuses } from "../lifecycle/change-status.ts";
import { cancelPlans, replaceConfirmedTime } from "../planned-times.queries.ts";
import { getExtensionOrThrow, insertExtension, swapExtension } from "./extensions.queries.ts";

export const EXTENSION_MESSAGES: Record<ExtensionRefusal, string> = {
  not_in_possession: "A rental can be extended only while the item is with the renter",
  food_truck: "Food truck visits can't be extended. Book another visit instead.",
  account_suspended: "This rental can't be extended right now",
  unavailable: "This rental can't be extended right now",
  partly_returned: "Some units are back already, so this rental can't be extended",
  payment_disputed: "A bank is disputing a payment of this rental, so it can't be extended",
  deposit_missing: "Confirm your deposit first, then extend the rental",
  already_requested: "You've already requested an extension. Wait for the owner's reply, or withdraw the request.",
  too_late: "It's too late to extend this rental. You could ask until two hours before it ends.",
  request_expired: "This request has expired",
  not_yours: "You don't have permission to do this",
  not_from_here: "This request has changed. Reload the page to see its current status.",
  not_authorized: "The card isn't authorized anymore",
};

const TAKEN = "Someone else has booked these days. Choose an earlier day.";

type Offer = { endDate: string; endAt: Date; price: FrozenPrice; message: string };

/**
 * Holds the additional days and opens the payment. The owner learns of it once the card is authorized. The same
 * request again returns the same draft; another one replaces it.
 */
export async function openExtension(context: StepContext, renter: Actor, offer: Offer): Promise<void> {
  const { tx, payments, booking, snapshot, now } = context;
  const refusal = refusalOfAsking(snapshot, now);
  if (refusal !== null) throw new AppError("action_not_allowed", EXTENSION_MESSAGES[refusal]);
  const draft = openExtensionOf(snapshot);
  if (draft) {
    const existing = await getExtensionOrThrow(tx, draft.id);
    const isSame = existing.endDate === offer.endDate && existing.message === (offer.message || null);
    if (isSame && existing.expiresAt > now) return;
    await endExtension(context, renter, draft, "withdraw");
  }
  if (!(await lengthenUnits(tx, booking.id, offer.endAt))) throw new AppError("units_unavailable", TAKEN);
  const { id: bookingId, renterId: payerId, ownerId, itemId, endAt: previousEndAt } = booking;
  const paymentId = await openPayment(tx, payments, {
    bookingId,
    payerId,
    ownerId,
    kind: "extension",
    price: offer.price,
    capture: "manual",
    // Later charges use the card the renter agreed to at checkout.
    savesCard: false,
    description: `Extension, ${await findItemTitle(tx, itemId)}`,
  });
  const { endDate, endAt, price: priceBreakdown } = offer;
  const extension = await insertExtension(tx, {
    id: newId(),
    bookingId,
    previousEndAt,
    endDate,
    endAt,
    priceBreakdown,
    paymentId,
    message: offer.message || null,
    expiresAt: draftExpiresAt(previousEndAt, now),
  });
  await recordTransition(tx, {
    entityType: "extension",
    entityId: extension.id,
    toStatus: extension.status,
    transitionType: "party",
    actorId: renter.id,
  });
}

type Changes = Partial<Pick<BookingExtension, "requestedAt" | "expiresAt" | "declineReason">>;

/** The only function that changes an extension's status, with its history. Of two concurrent calls, one is rejected. */
async function transition(
  { tx, booking, snapshot, now }: StepContext,
  actor: Actor,
  extension: ExtensionFacts,
  event: ExtensionEvent,
  changes: Changes = {},
): Promise<BookingExtension> {
  const refusal = refusalOfExtension(snapshot, extension, { event, actor: actor.role, now });
  const status = extensionStatusAfter(extension.status, event, actor.role);
  if (refusal !== null || status === null) {
    throw new AppError("action_not_allowed", EXTENSION_MESSAGES[refusal ?? "not_from_here"]);
  }
  const decidedAt = event === "request" ? null : now;
  const reason = changes.declineReason ?? null;
  const after = await changeStatus(tx, {
    entityType: "extension",
    before: extension,
    fields: ["status"],
    actor,
    reason,
    swap: () => swapExtension(tx, extension, { ...changes, status, decidedAt }),
    refusal: EXTENSION_MESSAGES.not_from_here,
    // Both people see the timeline, and the owner doesn't know of a draft.
    timeline: (saved) => {
      if (saved.requestedAt === null) return [];
      const until = momentText(saved.endAt.toISOString(), booking.timezone);
      const notes = [until, event === "request" ? saved.message : reason].filter(Boolean).join("\n");
      const metadata = { by: event === "request" ? "renter" : actor.role };
      const eventType = `extension_${status}` as const;
      return [rentalEventInsert({ bookingId: booking.id, actorId: actor.id, eventType, notes, metadata })];
    },
  });
  const audited = { actorId: actor.id, action: `extension_${event}`, entityType: "extension", entityId: after.id };
  await recordAudit(tx, { ...audited, details: { bookingId: booking.id, by: actor.role } });
  return after;
}

const openIn = ({ snapshot }: StepContext): ExtensionFacts => {
  const open = openExtensionOf(snapshot);
  if (!open) throw new AppError("action_not_allowed", EXTENSION_MESSAGES.not_from_here);
  return open;
};

/** The card is authorized. An instant listing needs no decision, so its owner isn't asked. */
export async function submitExtension(context: StepContext): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const open = openIn(context);
  const { ownerDecisionHours: hours } = await getPlatformSettings(tx);
  const authExpiresAt = open.payment?.authExpiresAt ?? now;
  // By one hour before the end, as a request is decided by one hour before the start.
  const expiresAt = ownerDecisionDeadline({ now, startAt: booking.endAt, authExpiresAt, hours });
  const requested = await transition(context, SYSTEM, open, "request", { requestedAt: now, expiresAt });
  const after = await refreshDerivedStatuses(tx, booking, {});
  if (!snapshot.isInstant) {
    await notifyAbout(tx, after, ["owner"], "extension_requested", {
      until: requested.endAt.toISOString(),
      earnsCents: requested.priceBreakdown.ownerEarningsCents,
      deadline: expiresAt.toISOString(),
    });
  }
  return after;
}

/** Moves the end of the rental. The agreed return time lapses, because it was for another day. */
export async function approveExtension(context: StepContext, actor: Actor): Promise<Booking> {
  const { tx, booking } = context;
  const extension = await transition(context, actor, openIn(context), "approve");
  const { id: bookingId, timezone, requestedDropoffAt } = booking;
  const { endDate, endAt, priceBreakdown: added } = extension;
  // Held since the renter asked; the database's guard confirms it.
  if (!(await lengthenUnits(tx, bookingId, endAt))) throw new AppError("units_unavailable");
  await replaceConfirmedTime(tx, bookingId, "return", "superseded");
  await cancelPlans(tx, bookingId, "return");
  const after = await refreshDerivedStatuses(tx, booking, {
    endDate,
    endAt,
    scheduledReturnAt: endAt,
    requestedDropoffAt:
      requestedDropoffAt && instantOf(localDate(endDate), localTimeOf(requestedDropoffAt, timezone), timezone),
    ...priceColumns(lengthenedPrice(booking.priceBreakdown, added)),
  });
  const isInstant = actor.role === "system";
  await notifyAbout(tx, after, isInstant ? ["renter", "owner"] : ["renter"], "extension_approved", {
    until: endAt.toISOString(),
    isInstant,
    chargedCents: added.totalCents,
    earnsCents: added.ownerEarningsCents,
  });
  return after;
}

/** Ends an open extension without more days. The payment is voided by a later step. */
export async function endExtension(
  context: StepContext,
  actor: Actor,
  extension: ExtensionFacts,
  event: "decline" | "expire" | "withdraw",
  declineReason: string | null = null,
): Promise<Booking> {
  const { tx, booking } = context;
  const ended = await transition(context, actor, extension, event, { declineReason });
  await shortenUnits(tx, booking.id, booking.endAt);
  const after = await refreshDerivedStatuses(tx, booking, {});
  const dueAt = booking.endAt.toISOString();
  if (ended.requestedAt === null) return after;
  if (event === "decline")
    await notifyAbout(tx, after, ["renter"], "extension_declined", { dueAt, reason: declineReason });
  if (event === "expire") await notifyAbout(tx, after, ["renter"], "extension_expired", { dueAt });
  // After a return the owner knows anyway.
  if (event === "withdraw" && actor.role === "renter")
    await notifyAbout(tx, after, ["owner"], "extension_withdrawn", { dueAt });
  return after;
}

/** The rental can't be extended anymore. */
export function stopExtension(context: StepContext): Promise<Booking> {
  const open = openIn(context);
  if (open.status === "draft") return endExtension(context, SYSTEM, open, "expire");
  const isReturned = context.booking.status !== "in_possession" || context.snapshot.returns.length > 0;
  return endExtension(context, SYSTEM, open, isReturned ? "withdraw" : "decline");
}

export const expireExtension = (context: StepContext): Promise<Booking> =>
  endExtension(context, SYSTEM, openIn(context), "expire");

export async function captureExtension({ tx, payments, booking, snapshot }: StepContext): Promise<Booking> {
  const payment = extensionToCapture(snapshot)?.payment;
  if (payment) await requestCapture(tx, payments, { paymentId: payment.id, amountCents: payment.authorizedCents });
  return booking;
}

export async function voidExtension(context: StepContext): Promise<Booking> {
  const payment = extensionToVoid(context.snapshot)?.payment;
  await voidPayments(context, payment ? [payment] : []);
  return context.booking;
}
