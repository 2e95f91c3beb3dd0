import { approveBooking, claimDamage, markHandedOver } from "@nexby/contract/bookings/booking-commands";
import { type BookingDetailView, getBooking } from "@nexby/contract/bookings/bookings";
import {
  type CheckoutRequest,
  type CheckoutView,
  payBooking,
  startCheckout,
  syncBookingPayment,
} from "@nexby/contract/bookings/checkout";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import type { Endpoint, ResponseOf } from "@nexby/contract/endpoint";
import { startPayoutOnboarding, syncPayoutAccount } from "@nexby/contract/money/payouts";
import { addDays, type LocalDate, localTime } from "@nexby/domain/kernel/calendar";
import { HOUR } from "@nexby/domain/kernel/duration";
import { instantOf, localDateOf } from "@nexby/domain/kernel/zones";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll } from "vitest";
import { createPricedItem } from "../../features/checkout/tests/quotes.fixture.ts";
import { advanceClock, readClock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { DELIVER_MESSAGE } from "../../platform/outbox.ts";
import { users } from "../../schema/accounts.ts";
import { call } from "../call.ts";
import { ACTIVE_TERMS_VERSION, COMPLETE_PROFILE } from "../factories.ts";
import { type Member, useMembers } from "../people/members.ts";
import { CLAIM, DAMAGE, reportWithPhoto } from "./condition-reports.ts";
import { MoneyUnderTest } from "./payments-under-test.ts";

const ZONE = "America/Chicago";
const MORNING = localTime("08:30");

type Item = Parameters<typeof createPricedItem>[1];

/** A server with a card sandbox, an owner who can be paid, a renter, and the steps of a booking. */
export function useBookings() {
  const members = useMembers();
  const { database, payments, origin } = members;
  let people: { owner: Member; renter: Member; money: MoneyUnderTest } | undefined;
  beforeAll(async () => {
    const money = new MoneyUnderTest(database().db, payments());
    // These tests do not deliver mail.
    money.otherJobs[DELIVER_MESSAGE] = { run: async () => undefined };
    await reachMorning();
    people = { owner: await joinAsOwner(), renter: await joinAsRenter(), money };
  });
  // Deadlines of earlier tests' bookings would all run whenever a later test moves the clock.
  afterEach(() =>
    database().db.execute(sql`
      update scheduled_jobs set status = 'completed', finished_at = app_now()
      where status = 'pending' and entity_type = 'booking'`),
  );
  const here = () => {
    if (!people) throw new Error("The two people are there from beforeAll on");
    return people;
  };

  /** Unique phone numbers, because sharing one raises the fraud score. */
  let phones = 1000;
  const uniquePhone = () => {
    phones += 1;
    return { phoneNumber: `+1201555${phones}` };
  };
  const known = async (member: Member, more: Partial<typeof users.$inferInsert> = {}) => {
    const createdAt = new Date("2026-01-01T00:00:00Z");
    const verified = { emailVerifiedAt: createdAt, phoneVerifiedAt: createdAt };
    await database()
      .db.update(users)
      .set({ ...COMPLETE_PROFILE, ...verified, createdAt, ...more })
      .where(eq(users.id, member.id));
    return member;
  };
  const joinAsRenter = async () => known(await members.join("Ada", "Park"), uniquePhone());
  const joinAsOwner = async () => {
    const owner = await known(await members.join("Sam", "Reed"), uniquePhone());
    const { headers } = owner;
    await call(origin(), startPayoutOnboarding, { headers });
    const { rows } = await database().db.execute(
      sql`select provider_id from payout_accounts where user_id = ${owner.id}`,
    );
    await payments().control(`accounts/${rows[0]?.provider_id}/onboarding`, { outcome: "complete" });
    await call(origin(), syncPayoutAccount, { headers });
    return owner;
  };
  /** Advances the clock to a morning, because how far off tomorrow's start is depends on the time of day. */
  const reachMorning = async () => {
    const now = await readClock(database().db);
    const morning = instantOf(addDays(localDateOf(now, ZONE), 1), MORNING, ZONE);
    await advanceClock(database().db, morning.getTime() - now.getTime());
  };
  const today = async (): Promise<LocalDate> => localDateOf(await readClock(database().db), ZONE);

  /** The owner's item in Austin: 25.00 a day, no deposit. */
  const item = (overrides: Item = {}) =>
    createPricedItem(database().db, { ownerId: here().owner.id, timezone: ZONE, dailyRateCents: 2_500, ...overrides });

  const as = async <E extends Endpoint>(member: Member, endpoint: E, bookingId: string, body?: unknown) =>
    (
      await call(origin(), endpoint, {
        params: { bookingId },
        headers: member.headers,
        ...(body !== undefined && { body }),
      })
    ).body as ResponseOf<E>;

  /** A checkout request as a renter's browser sends it, starting in `inDays` days. */
  const request = async (
    itemId: string,
    { inDays = 3, days = 2, ...overrides }: Partial<CheckoutRequest> & { inDays?: number; days?: number } = {},
  ): Promise<CheckoutRequest> => {
    const startDate = addDays(await today(), inDays);
    const choice = { startDate, endDate: addDays(startDate, days - 1), ...overrides };
    const { quantity, exchangeType, hasInsurance, destination, foodTruck } = overrides;
    const quoted = { ...choice, quantity, exchangeType, hasInsurance, destination, foodTruck };
    const { startDate: first, endDate: last } = choice;
    const { body } = await call(origin(), quoteItem, {
      params: { itemId },
      body: { ...quoted, startDate: first, endDate: last },
    });
    return {
      itemId,
      attemptId: newId(),
      totalCents: body.price?.totalCents ?? 1,
      depositCents: body.price?.depositCents ?? 0,
      policy: body.price?.policy ?? "flexible",
      ...(body.price?.pieces && { pieces: body.price.pieces }),
      termsVersion: ACTIVE_TERMS_VERSION,
      acceptsTerms: true,
      acceptsLaterCharges: true,
      ...choice,
    };
  };

  const reserve = async (body: CheckoutRequest, renter = here().renter) =>
    (await call(origin(), startCheckout, { body, headers: renter.headers })).body;

  /** Reserves the item and fetches the amount to pay, as a browser does. */
  const checkout = async (body: CheckoutRequest, renter = here().renter): Promise<CheckoutView> =>
    as(renter, payBooking, (await reserve(body, renter)).bookingId, {});

  /** Confirms the open payment as a browser would, then syncs it. */
  const pay = async ({ booking, payment }: CheckoutView, card = "pm_card_visa", renter = here().renter) => {
    const row = await here().money.payment(payment?.id ?? "");
    const key = newId();
    await here()
      .money.payments.confirmPayment({ key, id: row.provider_payment_id, cardId: card, isOffSession: false })
      .catch((error) => {
        if (!String(error).includes("declined")) throw error;
      });
    return as(renter, syncBookingPayment, booking.id);
  };

  /** A paid request that awaits the owner's decision. */
  const requested = async (itemId: string, overrides: Parameters<typeof request>[1] = {}, card?: string) =>
    pay(await checkout(await request(itemId, overrides)), card);

  const approved = async (itemId: string, overrides: Parameters<typeof request>[1] = {}, card?: string) => {
    const { id } = await requested(itemId, overrides, card);
    await as(here().owner, approveBooking, id, {});
    return settle(id);
  };

  /** The renter shows the item they received and confirms receipt. */
  const receive = async (bookingId: string, renter = here().renter): Promise<BookingDetailView> => {
    await reportWithPhoto(origin(), renter, { bookingId, phase: "check_out" });
    return as(renter, markHandedOver, bookingId, {});
  };

  /** The owner shows the damage and claims it. */
  const claim = async (bookingId: string, amountCents: number): Promise<BookingDetailView> => {
    const { owner } = here();
    const photoId = await reportWithPhoto(origin(), owner, { bookingId, ...DAMAGE });
    return as(owner, claimDamage, bookingId, { ...CLAIM, amountCents, photoIds: [photoId] });
  };

  /** Runs all due jobs and returns the booking. */
  const settle = async (bookingId: string, viewer = here().renter): Promise<BookingDetailView> => {
    await run();
    return as(viewer, getBooking, bookingId);
  };

  const run = async () => {
    const { money } = here();
    await money.runJobs();
    const [failure] = money.failures.splice(0);
    if (failure) throw failure;
  };

  /** Advances the clock to `hours` after an instant, or before it when negative. */
  const reach = async (instant: string, hours: number) => {
    const now = await readClock(database().db);
    await passHours((new Date(instant).getTime() - now.getTime()) / HOUR + hours);
  };

  const passHours = async (hours: number) => {
    await here().money.passMinutes(hours * 60);
    await run();
  };

  return {
    ...members,
    here,
    item,
    as,
    request,
    reserve,
    checkout,
    pay,
    requested,
    approved,
    receive,
    claim,
    settle,
    run,
    passHours,
    reach,
    reachMorning,
    today,
    joinAsOwner,
    joinAsRenter,
  };
}
