import { listOwnItems, updateItem } from "@nexby/contract/listings/items";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { nextOf, queryOf } from "../../../testing/listings/listed-items.ts";
import { useListingOwners } from "../../../testing/people/listing-owners.ts";
import { placeHold } from "../../inventory/commands/place-hold.ts";

const { database, origin, newOwner, list } = useListingOwners();

const inDays = (days: number) => new Date(Date.now() + days * DAY);

describe("GET /api/owner/items", () => {
  test("[ROLE-02] returns only the user's own listings, with cover, status, views, rating and next booking", async () => {
    const { db } = database();
    const owner = await newOwner();
    await list(await newOwner());
    const { id, images } = await list(owner);
    await db.execute(sql`
      insert into item_stats (item_id, view_count, review_count, rating_sum) values (${id}, 12, 3, 14)`);
    const hold = { listingId: id, quantity: 1 };
    const from = (day: number) => ({ startAt: inDays(day), endAt: inDays(day + 2) });
    const [running, next] = [from(-1), from(4)];
    await placeHold(db, { ...hold, ...next, kind: "reservation" });
    await placeHold(db, { ...hold, ...from(-9), kind: "reservation" });
    await placeHold(db, { ...hold, ...running, kind: "block" });

    const { body } = await call(origin(), listOwnItems, { headers: owner.headers });
    expect(body).toEqual([
      {
        id,
        title: "Two-person kayak",
        cover: images[0],
        placeholder: expect.stringMatching(/^data:image/),
        dailyRate: "25.00",
        isAvailable: true,
        quantityTotal: 2,
        viewCount: 12,
        averageRating: 4.67,
        reviewCount: 3,
        nextBooking: { startAt: next.startAt.toISOString(), endAt: next.endAt.toISOString() },
        timezone: "America/New_York",
        createdAt: expect.any(String),
      },
    ]);
    await placeHold(db, { ...hold, ...running, kind: "reservation" });
    const [again] = (await call(origin(), listOwnItems, { headers: owner.headers })).body;
    expect(again?.nextBooking?.startAt).toBe(running.startAt.toISOString());
  });

  test("pages newest first without repeats, including paused listings", async () => {
    const { db } = database();
    const owner = await newOwner();
    const made: string[] = [];
    for (let age = 0; age < 5; age += 1) {
      made.push(await createItem(db, { ownerId: owner.id, createdAt: inDays(-Math.floor(age / 2)) }));
    }
    const itemId = made[0] ?? "";
    await call(origin(), updateItem, { headers: owner.headers, params: { itemId }, body: { isAvailable: false } });
    const seen: string[] = [];
    for (let query: Record<string, string> | undefined = { limit: "2" }; query; ) {
      const { body, headers } = await call(origin(), listOwnItems, { headers: owner.headers, query });
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map(({ id }) => id));
      const link = nextOf(headers);
      query = link === undefined ? undefined : queryOf(link);
    }
    expect([...seen].sort()).toEqual([...made].sort());
    expect(seen.at(-1)).toBe(made[4]);
  });

  test("rejects a malformed cursor", async () => {
    const { headers } = await newOwner();
    expect(await callExpectingError(origin(), listOwnItems, { headers, query: { cursor: "x" } })).toMatchObject({
      status: 400,
    });
  });
});
