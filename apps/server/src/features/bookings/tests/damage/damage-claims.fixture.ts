import { claimDamage, markReturned, resolveDamageClaim } from "@nexby/contract/bookings/booking-commands";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { addPhoto, CLAIM } from "../../../../testing/bookings/condition-reports.ts";
import { call } from "../../../../testing/call.ts";
import type { Member } from "../../../../testing/people/members.ts";
import { useRentals } from "../rentals.fixture.ts";

const STEP_HOURS = 11;

/** Rentals with a deposit of $60.00 and a replacement value of $200.00 that are returned damaged. */
export function useDamageClaims() {
  const rentals = useRentals();
  const { here, as, origin, database, passHours, settle, inPossession, loseCard, admin } = rentals;

  /** In steps, so that a hold is captured before it expires. */
  async function pass(hours: number) {
    for (let left = hours; left > 0; left -= STEP_HOURS) await passHours(Math.min(left, STEP_HOURS));
  }

  type Terms = Parameters<typeof inPossession>[0];

  async function returned(terms: Terms = {}, { isCardLost = false } = {}) {
    const { id } = await inPossession({ depositAmountCents: 6_000, replacementValueCents: 20_000, ...terms });
    if (isCardLost) await loseCard(id);
    await as(here().renter, markReturned, id, {});
    return id;
  }

  /** The id of the owner's own photo of this stage. */
  const photoOf = async (bookingId: string, stage: "pickup" | "during" | "return" = "return") =>
    (await addPhoto(origin(), here().owner, { bookingId, stage })).id;

  /** Returned and claimed by the owner, with a photo that was sent before. */
  async function claimed(amountCents: number, terms: Terms = {}, card: { isCardLost?: boolean } = {}) {
    const id = await returned(terms, card);
    const photoId = await photoOf(id);
    await as(here().owner, claimDamage, id, { ...CLAIM, amountCents, photoIds: [photoId] });
    return { id, photoId };
  }

  const decide = async (id: string, damageCents: number) =>
    as(await admin(), resolveDamageClaim, id, { damageCents, notes: "By the photos" });

  const damagePayment = async (id: string) => (await settle(id)).payments.findLast(({ kind }) => kind === "damage");

  /** The texts of a person's notifications of this kind about the booking. */
  const noticesOf = async ({ headers }: Member, bookingId: string, kind: string) =>
    (await call(origin(), listNotifications, { headers })).body
      .filter((one) => one.kind === kind && one.actionUrl?.endsWith(bookingId))
      .map(({ message }) => message);

  /** The owner has what was really collected, the books are closed, and the provider agrees. */
  async function expectSettled(id: string, collectedCents: number) {
    await pass(49);
    const { ownerEarningsCents, claim } = await settle(id, here().owner);
    expect(claim?.collectedCents).toBe(collectedCents);
    const { rows } = await database().db.execute<{ sum: number }>(
      sql`select coalesce(sum(amount_cents), 0)::int as sum from transfers where booking_id = ${id} and status = 'paid'`,
    );
    expect(rows[0]?.sum).toBe((ownerEarningsCents ?? 0) + collectedCents);
    expect(await rentals.column("settled_at", id)).not.toBeNull();
    await here().money.expectBalanced();
  }

  return { ...rentals, pass, returned, photoOf, claimed, decide, damagePayment, noticesOf, expectSettled };
}
