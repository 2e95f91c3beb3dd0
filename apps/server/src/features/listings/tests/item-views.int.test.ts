import { getOwnItem, recordItemView } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { MISSING_ID } from "../../../testing/listings/listed-items.ts";
import { type Owner, useListingOwners } from "../../../testing/people/listing-owners.ts";

const { database, origin, newOwner, list } = useListingOwners();

const view = (itemId: string, headers: Record<string, string> = {}) =>
  call(origin(), recordItemView, { params: { itemId }, headers });
const viewsOf = async ({ headers }: Owner, itemId: string) =>
  (await call(origin(), getOwnItem, { params: { itemId }, headers })).body.viewCount;

describe("POST /api/items/{id}/views", () => {
  test("counts each visitor once a day, and never the owner", async () => {
    const [owner, renter] = [await newOwner(), await newOwner()];
    const { id } = await list(owner);
    const other = await list(owner);
    await Promise.all([1, 2, 3, 4].map(() => view(id)));
    expect(await viewsOf(owner, id)).toBe(1);
    await view(id, owner.headers);
    expect(await viewsOf(owner, id)).toBe(1);
    for (const _ of [1, 2]) await view(id, renter.headers);
    expect(await viewsOf(owner, id)).toBe(2);
    expect(await viewsOf(owner, other.id)).toBe(0);

    await database().db.execute(sql`update throttles set hits = array[now() - interval '25 hours']`);
    await view(id, renter.headers);
    expect(await viewsOf(owner, id)).toBe(3);
  });

  test("keeps the review statistics", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    await database().db.execute(sql`insert into item_stats (item_id, review_count, rating_sum) values (${id}, 2, 9)`);
    await view(id, (await newOwner()).headers);
    const { body } = await call(origin(), getOwnItem, { params: { itemId: id }, headers: owner.headers });
    expect(body).toMatchObject({ viewCount: 1, reviewCount: 2, averageRating: 4.5 });
  });

  test("returns 404 for an unknown item", async () => {
    expect(await callExpectingError(origin(), recordItemView, { params: { itemId: MISSING_ID } })).toMatchObject({
      status: 404,
    });
  });
});
