import { createHmac } from "node:crypto";
import {
  approveBooking,
  confirmTime,
  enterHandoffCode,
  showHandoffCode,
} from "@nexby/contract/bookings/booking-commands";
import { type CheckoutView, syncBookingPayment } from "@nexby/contract/bookings/checkout";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { codeDigits, codeMessage, codeStepAt } from "@nexby/domain/handoffs/handoff-code";
import { MINUTE } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { afterEach } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { call } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer } from "../../../testing/test-app.ts";

/** The digits that a phone with this key of a handoff code shows now, or did so many minutes ago. */
export function digitsShown(key: string, minutesAgo = 0): string {
  const step = codeStepAt(Date.now() - minutesAgo * MINUTE);
  return codeDigits(createHmac("sha256", Buffer.from(key, "base64")).update(codeMessage(step)).digest());
}

/** Approved bookings and helpers for their money. */
export function useRentals() {
  const bookings = useBookings();
  const { here, item, as, origin, database, reach, settle } = bookings;
  // Many requests in one day would raise the renter's fraud score.
  afterEach(async () => {
    await here().money.passMinutes(24 * 60);
    await bookings.reachMorning();
  });

  /** Detaches the booking's card, so it can't be charged anymore. */
  async function loseCard(bookingId: string) {
    const { rows } = await database().db.execute(sql`select card_id from payments where booking_id = ${bookingId}`);
    await here().money.payments.detachCard({ key: newId(), cardId: String(rows[0]?.card_id) });
  }

  /** Pays with a card whose bank asks the cardholder, who confirms. */
  async function payAtBank(checkout: CheckoutView, card: string) {
    await bookings.pay(checkout, card);
    const challenge = `${bookings.payments().sandbox.origin}/sandbox/challenge/${checkout.payment?.clientSecret}`;
    await fetch(challenge, { method: "POST", body: new URLSearchParams({ outcome: "complete" }) });
    return as(here().renter, syncBookingPayment, checkout.booking.id);
  }

  const admin = async () => {
    const id = await createUser(database().db, { isAdmin: true, isApproved: true });
    return { id, email: "", headers: asViewer({ id, isAdmin: true, isApproved: true }) };
  };
  /** Kinds of the person's notifications, newest first: all, or those that lead to this booking. */
  const notificationsOf = async (member: { headers: Record<string, string> }, bookingId = "") =>
    (await call(origin(), listNotifications, { headers: member.headers })).body
      .filter(({ actionUrl }) => bookingId === "" || actionUrl?.endsWith(bookingId))
      .map(({ kind }) => kind);
  const noticeTitlesOf = async (member: { headers: Record<string, string> }) =>
    (await call(origin(), listNotifications, { headers: member.headers })).body.map(({ title }) => title);
  const column = async (name: string, id: string) => {
    const { rows } = await database().db.execute(
      sql`select ${sql.identifier(name)} as it from bookings where id = ${id}`,
    );
    return rows[0]?.it;
  };
  const holdsAtProvider = async (bookingId: string) => {
    const { rows } = await database().db.execute(sql`select id from payments where booking_id = ${bookingId}`);
    const { items } = await here().money.payments.listOpenAuthorizations();
    return items.filter(({ paymentId }) => rows.some(({ id }) => id === paymentId)).length;
  };

  /** Scheduled, with the pickup time confirmed. */
  async function scheduled(
    terms: Parameters<typeof item>[0] = {},
    request: Parameters<typeof bookings.request>[1] = {},
  ) {
    const { id } = await bookings.requested(await item(terms), request);
    await as(here().owner, approveBooking, id, {});
    await as(here().owner, confirmTime, id, {});
    return settle(id);
  }

  /** The renter enters the owner's code, which takes fewer calls than a report with a photo. */
  async function pickUp(bookingId: string, renter = here().renter) {
    const { key } = await as(here().owner, showHandoffCode, bookingId);
    return as(renter, enterHandoffCode, bookingId, { kind: "pickup", code: digitsShown(key) });
  }

  /** Picked up as soon as the deposit is held, so that no reminder is due before. */
  async function inPossession(
    terms: Parameters<typeof item>[0] = {},
    request: Parameters<typeof bookings.request>[1] = {},
  ) {
    const { id, startAt, depositStatus } = await scheduled(terms, { inDays: 1, ...request });
    if (depositStatus === "pending") await reach(startAt, -23.9);
    return pickUp(id);
  }

  return {
    ...bookings,
    loseCard,
    payAtBank,
    admin,
    notificationsOf,
    noticeTitlesOf,
    column,
    holdsAtProvider,
    scheduled,
    pickUp,
    inPossession,
  };
}
