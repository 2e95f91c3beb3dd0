import type { CheckoutRequest } from "@nexby/contract/bookings/checkout";
import { addDays } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { sql } from "drizzle-orm";
import type { Db } from "../../apps/server/src/platform/db/db.ts";
import { newId } from "../../apps/server/src/platform/ids.ts";
import { ACTIVE_TERMS_VERSION, createItem, createUser } from "../../apps/server/src/testing/factories.ts";

const RENTERS = 12_000;
const ITEMS = 200;
/** Bookings of one item are spread over this many days, like those of a popular item. */
const DAYS = 50;
const ZONE = "America/Chicago";
const PLENTY_OF_UNITS = 1_000_000;

export type Town = {
  renters: string[];
  items: string[];
  hotItem: string;
  coldItem: string;
  /** With a single unit each, one for our server and one for the stored function. */
  singleItem: string;
  bareSingleItem: string;
};

/** Creates approved renters, many items with plenty of units, and two with a single unit. */
export async function buildTown(db: Db): Promise<Town> {
  const owner = await createUser(db, { isApproved: true });
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into users (id, email, first_name, last_name, is_approved, phone_number, city, state, terms_accepted_at,
      terms_version, email_verified_at, phone_verified_at)
    select gen_random_uuid(), 'renter' || n || '@nexby.example', 'Robin', 'Vale', true, '+1201' || (5550000 + n),
      'Maplewood', 'NJ', now(), ${ACTIVE_TERMS_VERSION}, now(), now()
    from generate_series(1, ${RENTERS}) n returning id`);
  const item = (quantityTotal: number) =>
    createItem(db, { ownerId: owner, timezone: ZONE, dailyRateCents: 2_500, quantityTotal });
  const items: string[] = [];
  for (let count = 0; count < ITEMS; count += 1) items.push(await item(PLENTY_OF_UNITS));
  return {
    renters: rows.map(({ id }) => id),
    items,
    hotItem: await item(PLENTY_OF_UNITS),
    coldItem: await item(PLENTY_OF_UNITS),
    singleItem: await item(1),
    bareSingleItem: await item(1),
  };
}

export type Booking = { renterId: string; itemId: string; day: number };

/** Returns a function that gives the next booking, by a renter who has not booked this item for these days. */
export function bookingsOf({ renters }: Town, items: readonly string[]): () => Booking {
  let count = 0;
  return () => {
    count += 1;
    // A renter whose turn comes again gets another item or another day.
    const turn = count + Math.floor(count / renters.length);
    const pick = <T>(from: readonly T[], index: number) => from[index % from.length] as T;
    return { renterId: pick(renters, count), itemId: pick(items, turn), day: Math.floor(turn / items.length) % DAYS };
  };
}

const today = localDateOf(new Date(), ZONE);

export function checkoutBody({ itemId, day }: Pick<Booking, "itemId" | "day">): CheckoutRequest {
  const startDate = addDays(today, 2 + day);
  const consent = { termsVersion: ACTIVE_TERMS_VERSION, acceptsTerms: true, acceptsLaterCharges: true } as const;
  const shown = { totalCents: 2_500, depositCents: 0, policy: "flexible" } as const;
  return { itemId, startDate, endDate: startDate, attemptId: newId(), ...shown, ...consent };
}
