import { SANDBOX_PUBLISHABLE_KEY } from "@nexby/card-sandbox";
import { resolveDamageClaim } from "@nexby/contract/bookings/booking-commands";
import { addDays } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { send } from "../../../testing/call.ts";
import type { Member } from "../../../testing/people/members.ts";
import { createPricedItem } from "../../checkout/tests/quotes.fixture.ts";
import { reconcile } from "../../reconciliation/reconcile.ts";
import { KilledMarketplace } from "./simulation/killed-marketplace.fixture.ts";
import { DECISION, type Kind, RetryingBooking } from "./simulation/retrying-booking.fixture.ts";
import { Strikes } from "./simulation/strikes.fixture.ts";

/** `npm run prove -- strikes 10` strikes everything that often. */
const ROUNDS = Number(process.env.PROVE_AMOUNT ?? 1);
const ZONE = "America/Chicago";

const HITS = [
  ...["extension making", "extension recording"],
  ...["claim deciding", "deposit making", "deposit recording", "damage making", "damage recording"],
  ...["late_fee making", "late_fee recording"],
];

type People = { renter: Member; owner: Member; admin: Member };

async function bookingsOf(market: KilledMarketplace, people: People, kinds: readonly Kind[]) {
  const { db } = market.database;
  const environment = { servers: market.servers, publishableKey: SANDBOX_PUBLISHABLE_KEY };
  const terms = { ownerId: people.owner.id, timezone: ZONE, dailyRateCents: 2_500, depositAmountCents: 5_000 };
  const startDate = addDays(localDateOf(await readClock(db), ZONE), 3);
  const all: RetryingBooking[] = [];
  for (const kind of kinds) {
    const booking = new RetryingBooking(kind, environment, people);
    const itemId = await createPricedItem(db, { ...terms, replacementValueCents: 9_000 });
    await booking.begin({ itemId, startDate, endDate: addDays(startDate, kind === "late" ? 0 : 1) });
    all.push(booking);
  }
  return all;
}

/** Everything the kills could have doubled or lost, of one booking. */
async function outcomeOf({ database }: KilledMarketplace, { bookingId }: RetryingBooking) {
  const { rows } = await database.owner.execute<Record<string, unknown>>(sql`
    select b.status, b.settled_at is not null as "isSettled",
      (select jsonb_object_agg(kind, times) from (
        select p.kind, count(*) as times from card_sandbox.documents d
        join payments p on p.id::text = d.body->'metadata'->>'payment'
        where d.kind = 'payment_intent' and d.body->>'status' = 'succeeded' and p.booking_id = b.id
        group by p.kind) charged) as charged,
      (select array_agg(status) from booking_extensions where booking_id = b.id) as extensions,
      (select array_agg(f.status) from late_fees f where f.booking_id = b.id and f.charged_cents = f.capped_fee_cents) as fees,
      (select array_agg(c.status || ' ' || c.collected_cents) from damage_claims c where c.booking_id = b.id) as claims,
      (select count(*)::int from rental_events where booking_id = b.id and event_type = 'resolve') as decisions
    from bookings b where b.id = ${bookingId}`);
  return rows[0];
}

test.each(Array.from({ length: ROUNDS }, (_, round) => [round + 1]))(
  "[PAY-05] kills that hit a late fee, an extension payment and a claim decision in flight lose nothing and double nothing, round %i",
  () =>
    KilledMarketplace.run(async (market) => {
      const [owner, admin] = [await market.joinAsOwner(), await market.join({ isAdmin: true })];
      const people = { renter: await market.join(), owner, admin };
      const strikes = await Strikes.prepare(market);
      try {
        const [full, claimed, late] = await bookingsOf(market, people, ["full", "claimed", "late"]);
        if (!full || !claimed || !late) throw new Error("There is one of each kind");
        const settle = async (hours: number) => {
          await market.passHours(hours);
          await strikes.settle();
        };
        await strikes.settle();
        await settle(26);
        await settle(36);
        for (const booking of [full, claimed, late]) await booking.markHandedOver();

        await strikes.arm([
          { of: "extension", moment: "making" },
          { of: "extension", moment: "recording" },
        ]);
        await full.extend();
        await strikes.settle();
        await full.returnItem();
        await claimed.returnItem();
        await strikes.settle();

        const decision = {
          params: { bookingId: claimed.bookingId },
          headers: { ...admin.headers, "idempotency-key": newId() },
          body: DECISION,
        };
        await strikes.strikeRequest({ of: "claim", moment: "deciding" }, (origin) =>
          send(origin, resolveDamageClaim, decision),
        );
        const { rows: open } = await market.database.db.execute(
          sql`select status from damage_claims where booking_id = ${claimed.bookingId}`,
        );
        expect(open).toEqual([{ status: "open" }]);
        const decided = await market.servers.ask((origin) => send(origin, resolveDamageClaim, decision));
        expect([decided.status, await decided.json()]).toEqual([200, expect.objectContaining({ status: "closed" })]);

        await strikes.arm([
          { of: "deposit", moment: "making" },
          { of: "deposit", moment: "recording" },
          { of: "damage", moment: "making" },
          { of: "damage", moment: "recording" },
        ]);
        await strikes.settle();
        await settle(49);
        await late.returnLate();
        await strikes.arm([
          { of: "late_fee", moment: "making" },
          { of: "late_fee", moment: "recording" },
        ]);
        await strikes.settle();
        await settle(25);
        for (const _ of [1, 2, 3]) await settle(24);

        expect({ hits: strikes.hits.toSorted(), missed: strikes.missed }).toEqual({
          hits: HITS.toSorted(),
          missed: [],
        });
        const closed = { status: "closed", isSettled: true };
        expect(await outcomeOf(market, full)).toEqual({
          ...{ ...closed, charged: { rental: 1, extension: 1 }, extensions: ["approved"] },
          ...{ fees: null, claims: null, decisions: 0 },
        });
        expect(await outcomeOf(market, claimed)).toEqual({
          ...{ ...closed, charged: { rental: 1, deposit: 1, damage: 1 }, extensions: null },
          ...{ fees: null, claims: ["charged 7500"], decisions: 1 },
        });
        expect(await outcomeOf(market, late)).toEqual({
          ...{ ...closed, charged: { rental: 1, late_fee: 1 }, extensions: null },
          ...{ fees: ["charged"], claims: null, decisions: 0 },
        });
        await market.money.expectBalanced();
        await market.passHours(1);
        const { db } = market.database;
        expect((await reconcile({ db, payments: market.money.payments })).differences).toEqual([]);
      } finally {
        await strikes.close();
      }
    }),
);
