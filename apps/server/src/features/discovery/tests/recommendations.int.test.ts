import { addFavorite, clearRecentViews, listRecommendations } from "@nexby/contract/discovery/saved";
import { recordItemView } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { placeIndex } from "../../../adapters/geocoding/place-index.ts";
import { loadZipPlaces } from "../../../adapters/geocoding/zip-data.ts";
import { recentlyViewed, userFavorites } from "../../../schema/collections.ts";
import { itemCategories, itemStats } from "../../../schema/listings.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { CAMPING } from "../../../testing/listings/listed-items.ts";
import { type Owner, useListingOwners } from "../../../testing/people/members.ts";
import { emptyTables } from "../../../testing/test-database.ts";
import { refreshRecommendations } from "../discovery.jobs.ts";
import { deleteOldRecommendations } from "../recommendations.ts";

const { database, origin, newOwner } = useListingOwners();
const STORAGE = "019b76da-a80d-7662-9680-54d7a27d6d8b";

beforeAll(() => loadZipPlaces(database().db));
beforeEach(() =>
  emptyTables(database(), "items", "recently_viewed", "user_favorites", "user_recommendations", "scheduled_jobs"),
);

/** In a town without other listings, so that only these can be recommended. */
async function list(title: string, changes: Parameters<typeof createItem>[1] = {}, categoryId = CAMPING) {
  const { db } = database();
  const itemId = await createItem(db, { title, ...changes });
  await db.insert(itemCategories).values({ itemId, categoryId, position: 1 });
  return itemId;
}

async function neighbors(count: number, seen: readonly string[], saved: readonly string[] = []): Promise<void> {
  const { db } = database();
  for (let one = 0; one < count; one += 1) {
    const userId = await createUser(db);
    if (seen.length > 0) await db.insert(recentlyViewed).values(seen.map((itemId) => ({ userId, itemId })));
    if (saved.length > 0) await db.insert(userFavorites).values(saved.map((itemId) => ({ userId, itemId })));
  }
}

const view = ({ headers }: Owner, itemId: string) => call(origin(), recordItemView, { headers, params: { itemId } });
const recommended = async ({ headers }: Owner) => (await call(origin(), listRecommendations, { headers })).body;
const summaries = async (person: Owner) =>
  (await recommended(person)).map(({ item, reason, because }) => [item.title, reason, because?.title ?? null]);

describe("GET /api/recommendations", () => {
  test("[FAV-01] GET /api/recommendations ranks by the interests of similar users, differently for different users", async () => {
    const kayak = await list("Two-person kayak");
    const drill = await list("Hammer drill", {}, STORAGE);
    // No category, so that only the similar users' interest can recommend them.
    const [paddle, vest, ladder, saw, shy] = await Promise.all(
      ["Paddle", "Life vest", "Ladder", "Saw", "Shy thing"].map((title) => createItem(database().db, { title })),
    );
    await neighbors(6, [kayak, paddle ?? ""]);
    await neighbors(3, [kayak, vest ?? ""]);
    await neighbors(2, [kayak, shy ?? ""]);
    await neighbors(4, [drill], [ladder ?? ""]);
    await neighbors(8, [drill, saw ?? ""]);

    const [one, other] = [await newOwner(), await newOwner()];
    await view(one, kayak);
    await call(origin(), addFavorite, { headers: other.headers, params: { itemId: drill } });
    expect((await summaries(one)).slice(0, 2)).toEqual([
      ["Paddle", "viewed", "Two-person kayak"],
      ["Life vest", "viewed", "Two-person kayak"],
    ]);
    expect((await summaries(other)).slice(0, 2)).toEqual([
      ["Saw", "favorite", "Hammer drill"],
      ["Ladder", "favorite", "Hammer drill"],
    ]);
    const reasonOfShy = (await summaries(one)).find(([title]) => title === "Shy thing")?.slice(1);
    expect(reasonOfShy, "two users would be identifiable").toEqual(["near", null]);
  });

  test("[FAV-01] GET /api/recommendations counts paid bookings of the user and of similar users, but not canceled ones", async () => {
    const { db } = database();
    const [one, other] = [await newOwner(), await newOwner()];
    const kayak = await list("Kayak");
    const [drill, paddle, saw] = await Promise.all(
      ["Drill", "Paddle", "Saw"].map((title) => createItem(db, { title })),
    );
    const paid = { status: "scheduled", approvalStatus: "approved", paymentStatus: "captured" } as const;
    const book = (itemId = "", renterId: string, changes: object = paid) =>
      createBooking(db, { itemId, renterId, approvedAt: new Date(), ...changes });
    for (const pair of [
      [kayak, paddle],
      [kayak, paddle],
      [kayak, paddle],
      [drill, saw],
      [drill, saw],
      [drill, saw],
    ]) {
      const renterId = await createUser(db);
      for (const itemId of pair) await book(itemId, renterId);
    }
    await view(one, kayak);
    await book(kayak, one.id);
    await book(drill, other.id, { paymentStatus: "authorized" });
    const cancellation = { percent: 50, refundCents: 0, shares: {} };
    const canceled = { status: "canceled", canceledAt: new Date(), canceledBy: "renter", cancellation };
    await book(drill, other.id, { ...canceled, paymentStatus: "partially_refunded" });

    expect((await summaries(one))[0]).toEqual(["Paddle", "booked", "Kayak"]);
    const reasons = (await summaries(other)).map(([, reason]) => reason);
    expect(new Set(reasons)).toEqual(new Set(["near"]));
  });

  test("GET /api/recommendations never shows own, paused, deleted or already known items, or items of suspended owners", async () => {
    const { db } = database();
    const person = await newOwner();
    const suspended = await createUser(db, { suspendedAt: new Date() });
    const kayak = await list("Kayak");
    const hidden = [
      await list("Own", { ownerId: person.id }),
      await list("Paused", { isAvailable: false }),
      await list("Gone", { deletedAt: new Date() }),
      await list("Suspended", { ownerId: suspended }),
    ];
    const shown = await list("Shown");
    await neighbors(5, [kayak, shown, ...hidden]);
    await view(person, kayak);
    expect((await recommended(person)).map(({ item }) => item.title)).toEqual(["Shown"]);

    for (const change of [sql`is_available = false`, sql`is_available = true, deleted_at = now()`]) {
      await db.execute(sql`update items set ${change} where id = ${shown}`);
      expect(await recommended(person)).toEqual([]);
    }
    await db.execute(sql`update items set deleted_at = null where id = ${shown}`);
    expect(await recommended(person)).toHaveLength(1);
    await db.execute(
      sql`update users set suspended_at = now() where id = (select owner_id from items where id = ${shown})`,
    );
    expect(await recommended(person)).toEqual([]);
  });

  test("GET /api/recommendations shows a new user what is popular in their town, or anywhere if their town is unknown", async () => {
    const { db } = database();
    const [quiet, loved] = [await list("Quiet"), await list("Loved")];
    await list("Loved far away", { publicLatitude: 34.05, publicLongitude: -118.24 });
    await db.insert(itemStats).values({ itemId: loved, viewCount: 50, reviewCount: 4, ratingSum: 20 });
    await db.insert(itemStats).values({ itemId: quiet, viewCount: 1 });
    const [local, newUser] = [await newOwner(), await newOwner({ city: null, state: null })];
    expect(await summaries(local)).toEqual([
      ["Loved", "near", null],
      ["Quiet", "near", null],
      ["Loved far away", "near", null],
    ]);
    expect((await summaries(newUser))[0]).toEqual(["Loved", "popular", null]);
  });

  test("GET /api/recommendations is stored, and recomputed after a view, after a day and when views are cleared", async () => {
    const { db } = database();
    const person = await newOwner();
    const kayak = await list("Kayak");
    await list("Canoe");
    const made = async () =>
      (await db.execute<{ at: string }>(sql`select max(made_at) as at from user_recommendations`)).rows[0]?.at;
    expect(await summaries(person)).toHaveLength(2);
    const first = await made();
    await recommended(person);
    expect(await made()).toEqual(first);

    await view(person, kayak);
    expect(await summaries(person)).toEqual([["Canoe", "viewed", "Kayak"]]);
    await call(origin(), clearRecentViews, { headers: person.headers });
    expect((await summaries(person)).every(([, reason]) => reason === "near")).toBe(true);

    await db.execute(sql`update user_recommendations set made_at = app_now() - interval '25 hours'`);
    await recommended(person);
    expect(new Date((await made()) ?? 0).getTime()).toBeGreaterThan(new Date(first ?? 0).getTime());
  });

  test("GET /api/recommendations is prepared by one job per visit, and deleted after 31 days", async () => {
    const { db } = database();
    const person = await newOwner();
    const [kayak, canoe] = [await list("Kayak"), await list("Canoe")];
    await list("Raft");
    await view(person, kayak);
    await view(person, canoe);
    const { rows } = await db.execute<{ entity_id: string; is_later: boolean }>(sql`
      select entity_id, scheduled_at > app_now() as is_later from scheduled_jobs where job_type = 'refresh_recommendations'`);
    expect(rows).toEqual([{ entity_id: person.id, is_later: true }]);

    const handler = refreshRecommendations(db, placeIndex(db));
    if (!("run" in handler)) throw new Error("it runs outside a transaction");
    await handler.run({ entityId: person.id } as never, new AbortController().signal);
    const stored = () => db.execute(sql`select place, reason from user_recommendations order by place`);
    expect((await stored()).rows).toEqual([{ place: 1, reason: "viewed" }]);
    await deleteOldRecommendations(db);
    expect((await stored()).rows).toHaveLength(1);
    await db.execute(sql`update user_recommendations set made_at = app_now() - interval '31 days'`);
    await deleteOldRecommendations(db);
    expect((await stored()).rows).toEqual([]);
  });

  test("GET /api/recommendations stores one list for ten concurrent requests", async () => {
    const person = await newOwner();
    for (const title of ["Kayak", "Canoe", "Raft"]) await list(title);
    const responses = await Promise.all(Array.from({ length: 10 }, () => summaries(person)));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  });
});
