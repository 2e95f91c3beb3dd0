import { listItems } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { items } from "../../../schema/listings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { MISSING_ID, nextOf, useListedItems } from "../../../testing/listings/listed-items.ts";

const { database, origin, walk } = useListedItems();

describe("paging", () => {
  test("[CALL-08] paging returns 24 items by default, newest first", async () => {
    const { db } = database();
    const { body, headers } = await call(origin(), listItems);
    const newest = await db.execute(sql`select id from items order by created_at desc, id desc limit 24`);
    expect(body.map(({ id }) => id)).toEqual(newest.rows.map(({ id }) => id));
    expect(nextOf(headers)).toMatch(/^\/api\/items\?cursor=/);
  });

  test("[CALL-08] paging returns at most 100 items, even if more are requested", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    // One after another on one connection, because each new one has to plan the inserts again.
    for (let count = 0; count < 101; count += 1) await createItem(db, { ownerId });
    const { body } = await call(origin(), listItems, { query: { limit: "1000" } });
    expect(body).toHaveLength(100);
  });

  test("[CALL-08] paging leads through all items exactly once by Link headers, even while items are added", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const before = await db.select({ id: items.id }).from(items);
    const pages = await walk({ limit: "30" }, () => createItem(db, { ownerId, title: "Added meanwhile" }));
    const seen = pages.flat().map(({ id }) => id);
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual(before.map(({ id }) => id).sort());
  });

  test("paging orders items created at the same instant by id", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const createdAt = new Date("2020-02-02T02:02:02.222Z");
    const made = await Promise.all(
      Array.from({ length: 5 }, () => createItem(db, { ownerId, createdAt, title: "Twin" })),
    );
    const seen = (await walk({ limit: "1", owner: ownerId })).flat();
    expect(seen.map(({ id }) => id)).toEqual(made.sort().reverse());
  });

  test("paging sends no next link on the last page, even if it ends exactly at the last item", async () => {
    const query = { category: "electronics" };
    const electronics = (await walk(query)).flat().length;
    const exact = await call(origin(), listItems, { query: { ...query, limit: String(electronics) } });
    expect(exact.headers.has("link")).toBe(false);
    const oneLess = await call(origin(), listItems, { query: { ...query, limit: String(electronics - 1) } });
    expect(nextOf(oneLess.headers)).toContain("category=electronics");
  });

  const cursor = (text: string) => Buffer.from(text).toString("base64url");
  const INVALID = {
    limit: ["0", "-1", "", "1.5", "1e3", " 5", "٣", "many", "9999999999"],
    cursor: [
      "",
      "0",
      "nonsense",
      "🚲",
      "a".repeat(501),
      cursor("1_x"),
      cursor(`x_${MISSING_ID}`),
      cursor(`1_${MISSING_ID}\n`),
    ],
    category: ["", "x".repeat(101)],
    owner: ["", "ada", "1", `${MISSING_ID}0`],
  };
  test.each(Object.entries(INVALID))(
    "paging rejects an invalid %s with message, code and details",
    async (field, values) => {
      for (const value of values) {
        const { status, error } = await callExpectingError(origin(), listItems, { query: { [field]: value } });
        expect({ value, status, code: error.code }).toEqual({ value, status: 400, code: "validation_failed" });
        expect(error.message).not.toBe("");
        expect(error.details).toEqual([{ field, message: error.message }]);
      }
    },
  );

  test("paging rejects a cursor with a year the database cannot read", async () => {
    const query = { cursor: cursor(`999999999999999_${MISSING_ID}`) };
    expect(await callExpectingError(origin(), listItems, { query })).toMatchObject({ status: 400 });
  });
});
