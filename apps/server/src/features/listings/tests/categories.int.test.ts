import {
  createCategory,
  deleteCategory,
  listAdminCategories,
  listCategories,
  updateCategory,
} from "@nexby/contract/listings/categories";
import { createItem, deleteItem } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { CAMPING } from "../../../testing/listings/listed-items.ts";
import { type Owner, useListingOwners } from "../../../testing/people/members.ts";
import { atOneMoment } from "../../../testing/test-database.ts";

const CATEGORIES = [
  "Camping & Outdoor",
  "Tools & Equipment",
  "Party Events and Entertaining",
  "Sporting Goods",
  "Lawn and Garden Tools",
  "Electronics",
  "Moving Supplies",
  "Venue Rental",
  "Food Trucks",
  "Kitchen & Appliances",
  "Outdoor Recreation",
  "Yard Games",
  "Catering",
  "Storage",
  "Land Rental",
];

const { origin, database, newOwner, listingOf, list } = useListingOwners();

describe("GET /api/categories", () => {
  test("[CALL-04] GET /api/categories returns the 15 categories in order, with id, name, slug, icon and commission rates", async () => {
    const { body } = await call(origin(), listCategories);
    expect(body.map(({ name }) => name)).toEqual(CATEGORIES);
    expect(body[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Camping & Outdoor",
      slug: "camping-and-outdoor",
      icon: "⛺",
      listerCommissionRate: "5.00",
      renterCommissionRate: "0.00",
    });
  });
});

let admin: Owner;
beforeAll(async () => {
  admin = await newOwner({ isAdmin: true });
});

const all = async () => (await call(origin(), listAdminCategories, { headers: admin.headers })).body;
const add = async (body: object) => (await call(origin(), createCategory, { headers: admin.headers, body })).body;
const change = async (categoryId: string, body: object) =>
  (await call(origin(), updateCategory, { headers: admin.headers, params: { categoryId }, body })).body;
const remove = (categoryId: string) =>
  call(origin(), deleteCategory, { headers: admin.headers, params: { categoryId } });
const removeExpectingError = (categoryId: string) =>
  callExpectingError(origin(), deleteCategory, { headers: admin.headers, params: { categoryId } });
const auditOf = async (id: string) => {
  const { rows } = await database().db.execute(sql`
    select actor_id as actor, action, details from audit_log
    where entity_type = 'category' and entity_id = ${id} order by created_at, id`);
  return rows;
};

describe("admin categories", () => {
  test("[VAL-12] admin categories accept rates as text and as numbers, with defaults", async () => {
    expect(await add({ name: "Boats" })).toMatchObject({
      slug: "boats",
      icon: null,
      commissionRate: "5.00",
      listerCommissionRate: "5.00",
      renterCommissionRate: "0.00",
      itemCount: 0,
    });
    const rates = { commissionRate: "7.5", listerCommissionRate: 12, renterCommissionRate: " 3.25 " };
    const canoes = await add({ name: "Canoes", icon: "🛶", ...rates });
    expect(canoes).toMatchObject({
      commissionRate: "7.50",
      listerCommissionRate: "12.00",
      renterCommissionRate: "3.25",
    });
    expect((await change(canoes.id, { renterCommissionRate: "0" })).renterCommissionRate).toBe("0.00");
    const shown = (await call(origin(), listCategories)).body.find(({ id }) => id === canoes.id);
    expect(shown).toMatchObject({ name: "Canoes", icon: "🛶", listerCommissionRate: "12.00" });
  });

  test("[VAL-12] admin categories accept each rate as text, when creating and when updating", async () => {
    const all = (rate: string) => ({ commissionRate: rate, listerCommissionRate: rate, renterCommissionRate: rate });
    const { id, ...skis } = await add({ name: "Skis", ...all("1.25") });
    expect(skis).toMatchObject(all("1.25"));
    expect(await change(id, all("2.5"))).toMatchObject(all("2.50"));
  });

  test.each(["five", "", "-1", "100.01", "1.234", null, true])(
    "[VAL-12] admin categories reject %j as a rate",
    async (rate) => {
      const body = { name: "Sleds", listerCommissionRate: rate };
      const { status, error } = await callExpectingError(origin(), createCategory, { headers: admin.headers, body });
      const problem = { field: "listerCommissionRate", message: "Please enter a percentage such as 7.25" };
      expect({ status, details: error.details }).toEqual({ status: 400, details: [problem] });
    },
  );

  test("admin categories reject a name that differs only in case, and make slugs unique", async () => {
    const existing = await add({ name: "Wind & Waves" });
    expect(existing.slug).toBe("wind-and-waves");
    const response = await callExpectingError(origin(), createCategory, {
      headers: admin.headers,
      body: { name: " WIND & waves " },
    });
    expect(response).toMatchObject({ status: 409, error: { code: "category_exists" } });
    expect(response.error.details).toEqual([
      { field: "name", message: "A category with this name already exists. Please choose another name." },
    ]);
    const other = await add({ name: "Wind and Waves" });
    expect(other.slug).toBe("wind-and-waves-2");
    const renaming = { headers: admin.headers, params: { categoryId: other.id }, body: { name: "wind & WAVES" } };
    expect(await callExpectingError(origin(), updateCategory, renaming)).toMatchObject({
      error: { code: "category_exists" },
    });
    expect(await change(other.id, { name: "Wind AND Waves" })).toMatchObject({ slug: "wind-and-waves-2" });
  });

  test("admin categories accept only one of two concurrent requests with the same name", async () => {
    const body = { name: "Twins" };
    const outcomes = await atOneMoment<unknown>(
      database().db,
      sql`lock table categories in share row exclusive mode`,
      [1, 2].map(() => () => add(body)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("admin categories shift the others when one is moved, and everyone sees the new order", async () => {
    const before = (await all()).map(({ id }) => id);
    const [first = "", second = "", third = ""] = before;
    await change(third, { position: 1 });
    expect((await all()).slice(0, 3).map(({ id }) => id)).toEqual([third, first, second]);
    expect((await call(origin(), listCategories)).body[0]?.id).toBe(third);
    expect((await change(third, { position: 1000 })).position).toBe(before.length);
    expect((await all()).map(({ position }) => position)).toEqual(before.map((_, index) => index + 1));
    await change(third, { position: 3 });
    expect((await all()).map(({ id }) => id)).toEqual(before);
  });

  test("admin categories cannot be deleted while listings use them; deleted listings do not count", async () => {
    const owner = await newOwner();
    const { id } = await add({ name: "Hammocks" });
    const listing = await list(owner, { categoryIds: [CAMPING, id] });
    expect((await all()).find((one) => one.id === id)?.itemCount).toBe(1);
    expect(await removeExpectingError(id)).toMatchObject({ status: 409, error: { code: "category_in_use" } });
    await call(origin(), deleteItem, { headers: owner.headers, params: { itemId: listing.id } });
    await remove(id);
    expect((await all()).map((one) => one.id)).not.toContain(id);
    expect(await removeExpectingError(id)).toMatchObject({ status: 404 });
  });

  test("admin categories reject either the deletion or a concurrent listing in the category", async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await newOwner();
      const { id } = await add({ name: `Round ${round}` });
      const body = await listingOf(owner, { categoryIds: [id] });
      const outcomes = await atOneMoment<unknown>(
        database().db,
        sql`select 1 from categories where id = ${id} for update`,
        [() => remove(id), () => call(origin(), createItem, { headers: owner.headers, body })],
      );
      const rejected = outcomes.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
      expect(rejected).toHaveLength(1);
      expect(String(rejected[0]?.reason)).toMatch(/answered 4(00|09)/);
    }
  });

  test("audit each change once with its details, and skip updates that change nothing", async () => {
    const { id } = await add({ name: "Audited" });
    await change(id, { name: "Audited", renterCommissionRate: "0.00" });
    await change(id, { renterCommissionRate: "2.5" });
    await remove(id);
    expect(await auditOf(id)).toMatchObject([
      { actor: admin.id, action: "category_created", details: { after: { name: "Audited", slug: "audited" } } },
      {
        actor: admin.id,
        action: "category_changed",
        details: { before: { renterCommissionRate: "0.00" }, after: { renterCommissionRate: "2.50" } },
      },
      { actor: admin.id, action: "category_deleted", details: { before: { name: "Audited" } } },
    ]);
  });

  test("admin categories return 404 if unknown", async () => {
    const params = { categoryId: newId() };
    const { headers } = admin;
    expect(await callExpectingError(origin(), updateCategory, { headers, params, body: {} })).toMatchObject({
      status: 404,
    });
  });
});
