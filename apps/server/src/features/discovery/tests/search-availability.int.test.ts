import { searchQuery } from "@nexby/contract/discovery/search";
import { checkAvailability, type ItemRules, type OwnerRules } from "@nexby/domain/bookings/availability";
import type { Hold } from "@nexby/domain/bookings/occupancy";
import { addDays, type LocalDate, localDate, localTime, WEEKDAYS, type Weekday } from "@nexby/domain/kernel/calendar";
import { DAY } from "@nexby/domain/kernel/duration";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { placeIndex } from "../../../adapters/geocoding/place-index.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { inventoryHolds } from "../../../schema/inventory.ts";
import { foodTruckSettings } from "../../../schema/listings.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { quoteRental } from "../../checkout/quote-item.ts";
import { searchItems } from "../search/search-items.ts";

const database = useTestDatabase();

/** Number of random towns; `npm run prove -- search 300` overrides it. */
const TOWNS = Number(process.env.PROVE_AMOUNT ?? 10);
/** The dates cover both clock changes, and the coming days, where lead times matter. */
const SPRING = localDate("2027-03-12");
const AUTUMN = localDate("2027-11-05");

const oneOfWindows = fc.constantFrom(
  ["09:00", "18:00"],
  ["01:30", "12:00"],
  ["02:30", "02:45"],
  ["00:00", "24:00"],
  ["15:00", "23:30"],
);

const owner = fc.record({
  pickup: oneOfWindows,
  dropoff: oneOfWindows,
  days: fc.subarray([...WEEKDAYS], { minLength: 4 }),
});

const hold = fc.record({
  day: fc.integer({ min: -2, max: 8 }),
  hour: fc.integer({ min: 0, max: 23 }),
  hours: fc.integer({ min: 1, max: 90 }),
  quantity: fc.integer({ min: 1, max: 2 }),
  expiresIn: fc.constantFrom(null, -60, 60),
  isReleased: fc.integer({ min: 0, max: 5 }).map((draw) => draw === 0),
  isForced: fc.integer({ min: 0, max: 3 }).map((draw) => draw === 0),
});

const listing = fc.record({
  owner: fc.nat({ max: 3 }),
  timezone: fc.constantFrom("America/New_York", "America/Chicago", "America/Phoenix"),
  isPaused: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
  minRentalDays: fc.constantFrom(1, 1, 2),
  maxRentalDays: fc.constantFrom(null, 2, 4),
  allowQuantity: fc.boolean(),
  quantityTotal: fc.integer({ min: 1, max: 4 }),
  quantityMinPerBooking: fc.constantFrom(1, 1, 2),
  quantityMaxPerBooking: fc.constantFrom(null, 2, 3),
  turnaroundMinutes: fc.constantFrom(0, 45, 600),
  truck: fc.option(fc.record({ lead: fc.constantFrom(0, 24, 72), setup: fc.constantFrom(0, 30, 600) }), { freq: 4 }),
  holds: fc.array(hold, { maxLength: 5 }),
});

const town = fc.record({
  owners: fc.array(owner, { minLength: 4, maxLength: 4 }),
  listings: fc.array(listing, { minLength: 8, maxLength: 20 }),
  season: fc.constantFrom("spring", "autumn", "now"),
  requests: fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: 5 }),
      days: fc.integer({ min: 0, max: 4 }),
      quantity: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      sort: fc.constantFrom("distance", "price", "newest", "rating"),
    }),
    { minLength: 4, maxLength: 4 },
  ),
});

type Town = typeof town extends fc.Arbitrary<infer Value> ? Value : never;
type Listed = { id: string; item: ItemRules; owner: OwnerRules; isTruck: boolean; holds: Hold[] };

test("[AVAIL-01] a search for dates finds exactly the items that can be booked: none that are unavailable, and all that are available", async () => {
  let [shown, hidden, run] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(town, async (given) => {
      const { db } = database();
      run += 1;
      const place = { latitude: -50 + (run % 200) * 0.5, longitude: 10 + 5 * Math.floor(run / 200) };
      const now = await readClock(db);
      const first = { spring: SPRING, autumn: AUTUMN, now: localDateOf(now, "America/New_York") }[given.season];
      const listed = await build(db, given, first, place);
      for (const { from, days, quantity, sort } of given.requests) {
        const startDate = addDays(first, from);
        const endDate = addDays(startDate, days);
        const requestedAt = await readClock(db);
        const expected = listed
          .filter(({ isTruck, ...rest }) => {
            const request = { startDate, endDate, quantity: isTruck ? 1 : (quantity ?? fewestOf(rest)) };
            return checkAvailability({ ...rest, request, now: requestedAt }).ok;
          })
          .map(({ id }) => id);
        const found = await findAll(db, {
          latitude: String(place.latitude),
          longitude: String(place.longitude),
          ...{ startDate, endDate, sort, limit: "3" },
          ...(quantity !== undefined && { quantity: String(quantity) }),
        });
        expect([...found].sort()).toEqual([...expected].sort());
        if (from === given.requests[0]?.from) {
          const requestOf = (one: Listed) => ({
            startDate,
            endDate,
            quantity: quantity ?? fewestOf(one),
            hasInsurance: false,
          });
          expect(await quotable(db, listed, requestOf)).toEqual(new Set(found));
        }
        shown += expected.length;
        hidden += listed.length - expected.length;
      }
    }),
    { numRuns: TOWNS },
  );
  expect(Math.min(shown, hidden)).toBeGreaterThan(2 * TOWNS);
}, 3_600_000);

/** The default quantity on a listing's page. */
const fewestOf = ({ item }: Pick<Listed, "item">): number => (item.allowQuantity ? item.quantityMinPerBooking : 1);

/** Ids of the items that a quote reports as available. */
async function quotable(
  db: Db,
  listed: readonly Listed[],
  requestOf: (one: Listed) => Parameters<typeof quoteRental>[3],
) {
  const offers = await Promise.all(
    listed.map(async (one) => ({
      id: one.id,
      offer: await quoteRental(db, placeIndex(db), { itemId: one.id, viewerId: null }, requestOf(one)),
    })),
  );
  return new Set(offers.filter(({ offer }) => offer.stay !== null).map(({ id }) => id));
}

async function findAll(db: Db, query: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await searchItems(db, searchQuery.parse({ ...query, ...(cursor && { cursor }) }));
    found.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return found;
}

const hoursOf = ([from, to]: readonly string[]) => ({
  from: localTime(from ?? ""),
  to: localTime(to === "24:00" ? "23:59" : (to ?? "")),
});

async function build(
  db: Db,
  { owners, listings }: Town,
  first: LocalDate,
  place: { latitude: number; longitude: number },
) {
  const ownerIds = await Promise.all(
    owners.map(({ pickup, dropoff, days }) =>
      createUser(db, {
        defaultPickupStart: pickup[0] ?? "",
        defaultPickupEnd: pickup[1] ?? "",
        defaultDropoffStart: dropoff[0] ?? "",
        defaultDropoffEnd: dropoff[1] ?? "",
        defaultAvailableDays: days,
      }),
    ),
  );
  const listed: Listed[] = [];
  for (const { owner: at, isPaused, truck, holds, ...terms } of listings) {
    const rules = {
      ...terms,
      quantityMaxPerBooking: atLeast(terms.quantityMaxPerBooking, terms.quantityMinPerBooking),
    };
    const id = await createItem(db, {
      ...rules,
      ownerId: ownerIds[at] ?? "",
      isAvailable: !isPaused,
      publicLatitude: place.latitude,
      publicLongitude: place.longitude,
    });
    if (truck) {
      await db
        .insert(foodTruckSettings)
        .values({ itemId: id, prepLeadTimeHours: truck.lead, setupTimeMinutes: truck.setup });
    }
    const { pickup, dropoff, days } = owners[at] as Town["owners"][number];
    listed.push({
      id,
      isTruck: truck !== null,
      item: {
        ...rules,
        isAvailable: !isPaused,
        ...(truck && { leadHours: truck.lead, setupMinutes: truck.setup }),
      },
      owner: {
        pickupWindow: hoursOf(pickup),
        dropoffWindow: hoursOf(dropoff),
        availableDays: new Set<Weekday>(days),
      },
      holds: await placeAll(db, id, holds, first),
    });
  }
  return listed;
}

const atLeast = (value: number | null, least: number) => (value === null ? null : Math.max(value, least));

/** Returns the holds the database accepted: it rejects holds that exceed the stock. */
async function placeAll(db: Db, listingId: string, requested: Town["listings"][number]["holds"], first: LocalDate) {
  const now = await readClock(db);
  const placed: Hold[] = [];
  for (const { day, hour, hours, quantity, expiresIn, isReleased, isForced } of requested) {
    const startAt = new Date(Date.parse(`${first}T00:00:00Z`) + day * DAY + hour * 3_600_000);
    const row = {
      id: newId(),
      startAt,
      endAt: new Date(startAt.getTime() + hours * 3_600_000),
      quantity,
      expiresAt: expiresIn === null ? null : new Date(now.getTime() + expiresIn * 60_000),
      releasedAt: isReleased ? now : null,
      forced: isForced,
    };
    const { startAt: startTime, endAt: endTime, ...rest } = row;
    const placing = db.transaction((tx) =>
      tx
        .insert(inventoryHolds)
        .values({ ...rest, startTime, endTime, listingId, kind: isForced ? "overdue" : "block" }),
    );
    if (await placing.then(() => true).catch(isRejected)) placed.push(row);
  }
  return placed;
}

function isRejected(error: unknown): false {
  if (error instanceof Error && error.cause instanceof Error && "code" in error.cause && error.cause.code === "23P01") {
    return false;
  }
  throw error;
}

test("the database and the domain agree on the instant of a local time, including on days of clock changes", async () => {
  const { db } = database();
  const { rows } = await db.execute<{ gap: Date; twice: Date }>(sql`
    select instant_of('2027-03-14', '02:30', 'America/New_York') as gap,
      instant_of('2027-11-07', '01:30', 'America/New_York') as twice`);
  expect(rows[0]).toEqual({ gap: "2027-03-14 07:30:00+00", twice: "2027-11-07 05:30:00+00" });
});
