import { listCategories } from "@nexby/contract/categories";
import { getItem, type ItemView, listItems } from "@nexby/contract/items";
import { milesBetween } from "@nexby/domain/kernel/distance";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_ITEMS, type DemoItem } from "../../demo/catalogue.ts";
import { DEMO_PEOPLE } from "../../demo/people.ts";
import { seedDemo } from "../../demo/seed.ts";
import { call, callRefused } from "../../testing/call.ts";
import { createItem, createUser, givePhotos } from "../../testing/factories.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { users } from "../accounts/public.ts";
import { items } from "./items.table.ts";

const METRES_PER_MILE = 1609.344;
const NOBODY = "0190a0a0-0000-7000-8000-000000000000";
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

const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  await seedDemo(database().db, "a secret of this test");
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

const nextOf = (headers: Headers) => /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
const queryOf = (path: string) => Object.fromEntries(new URL(path, app.origin).searchParams);

/** Follows the Link headers to the end, as a client would. */
async function walk(query: Record<string, string>, betweenPages: () => Promise<unknown> = async () => undefined) {
  const pages: ItemView[][] = [];
  for (let next: Record<string, string> | undefined = query; next; ) {
    const { body, headers } = await call(app.origin, listItems, { query: next });
    pages.push(body);
    const link = nextOf(headers);
    next = link === undefined ? undefined : queryOf(link);
    await betweenPages();
  }
  return pages;
}

const titlesOf = (views: readonly ItemView[]) => views.map(({ title }) => title).sort();
const allItems = async () => (await walk({ limit: "100" })).flat();
const itemTitled = async (title: string) => {
  const found = (await allItems()).find((item) => item.title === title);
  if (!found) throw new Error(`${title} is not listed`);
  return found;
};

describe("GET /api/categories", () => {
  test("[CALL-04] answers the 15 categories in their order, with id, name, slug and icon", async () => {
    const { body } = await call(app.origin, listCategories);
    expect(body.map(({ name }) => name)).toEqual(CATEGORIES);
    expect(body[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Camping & Outdoor",
      slug: "camping-and-outdoor",
      icon: "⛺",
    });
  });
});

describe("GET /api/items", () => {
  test("[CALL-04] [CALL-08] answers a bare array of items with every field, each with the value that was stored", async () => {
    const { db } = database();
    const { body: categories } = await call(app.origin, listCategories);
    const people = await db.select({ id: users.id, email: users.email }).from(users);
    const listed = new Map((await allItems()).map((item) => [item.title, item]));

    const categoryOf = ({ categories: [slug] }: DemoItem) => {
      const found = categories.find((category) => category.slug === slug);
      return { id: found?.id, name: found?.name };
    };
    for (const item of DEMO_ITEMS) {
      const owner = DEMO_PEOPLE.find(({ key }) => key === item.owner);
      const ownerId = people.find(({ email }) => email === owner?.email)?.id;
      expect(listed.get(item.title)).toEqual({
        id: expect.any(String),
        title: item.title,
        description: item.description,
        images: [1, 2, 3].map((number) => `/media/demo/${item.slug}-${number}/full.webp`),
        placeholder: expect.stringMatching(/^data:image\//),
        dailyRate: (item.dailyRateCents / 100).toFixed(2),
        ownerId,
        owner: {
          id: ownerId,
          firstName: owner?.firstName,
          lastName: owner?.lastName,
          email: null,
          profileImageUrl: null,
        },
        category: categoryOf(item),
        location: item.location,
        latitude: expect.any(Number),
        longitude: expect.any(Number),
        isAvailable: true,
        condition: item.terms.condition ?? "used",
        averageRating: item.reviews.count === 0 ? null : roundedRating(item),
        reviewCount: item.reviews.count,
      });
    }
  });

  test("[CALL-08] what is not the default is told as well: unavailable, the owner's picture, no category, no name", async () => {
    const { db } = database();
    const profileImageUrl = "https://pictures.example/robin.webp";
    const ownerId = await createUser(db, { profileImageUrl, firstName: null, lastName: null });
    await createItem(db, { ownerId, title: "Out of order", isAvailable: false, condition: "heavily_used" });
    expect(await itemTitled("Out of order")).toMatchObject({
      owner: { firstName: "", lastName: "", profileImageUrl },
      category: null,
      isAvailable: false,
      condition: "heavily_used",
      averageRating: null,
      reviewCount: 0,
    });
  });

  test("no owner's email is anywhere in the answers", async () => {
    const { id } = await itemTitled("4-person dome tent, sleeps a family");
    for (const path of ["/api/items?limit=100", `/api/items/${id}`]) {
      const text = await (await fetch(app.origin + path)).text();
      expect(text).toContain("firstName");
      expect(text).not.toContain("@");
    }
  });

  test("the position shown is 150 to 520 m from the exact one, and the same on every read", async () => {
    const before = await allItems();
    const again = new Map((await allItems()).map((item) => [item.id, item]));
    for (const exact of DEMO_ITEMS) {
      const shown = before.find(({ title }) => title === exact.title);
      if (!shown) throw new Error(`${exact.title} is not listed`);
      const metres = milesBetween(exact, shown) * METRES_PER_MILE;
      expect(metres).toBeGreaterThan(150);
      expect(metres).toBeLessThan(520);
      const { body: detail } = await call(app.origin, getItem, { params: { itemId: shown.id } });
      for (const { latitude, longitude } of [again.get(shown.id) ?? {}, detail] as Partial<ItemView>[]) {
        expect({ latitude, longitude }).toEqual({ latitude: shown.latitude, longitude: shown.longitude });
      }
    }
  });

  test("a change of the row is read at once, in the list and alone", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const id = await createItem(db, { ownerId, title: "Before", dailyRateCents: 1000 });
    await call(app.origin, getItem, { params: { itemId: id } });
    await db.execute(sql`update items set title = 'After', daily_rate_cents = 120005, is_available = false
      where id = ${id}`);
    await givePhotos(db, id, ownerId, ["a"]);
    const after = { title: "After", dailyRate: "1200.05", isAvailable: false, images: ["/media/a/full.webp"] };
    expect((await call(app.origin, getItem, { params: { itemId: id } })).body).toMatchObject(after);
    expect((await allItems()).find((item) => item.id === id)).toMatchObject(after);
  });
});

describe("paging", () => {
  test("[CALL-08] a page has 24 items unless asked otherwise, newest first", async () => {
    const { db } = database();
    const { body, headers } = await call(app.origin, listItems);
    const newest = await db.execute(sql`select id from items order by created_at desc, id desc limit 24`);
    expect(body.map(({ id }) => id)).toEqual(newest.rows.map(({ id }) => id));
    expect(nextOf(headers)).toMatch(/^\/api\/items\?cursor=/);
  });

  test("[CALL-08] a page has at most 100 items, however many are asked for", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    await Promise.all(Array.from({ length: 101 }, () => createItem(db, { ownerId })));
    const { body } = await call(app.origin, listItems, { query: { limit: "1000" } });
    expect(body).toHaveLength(100);
  });

  test("[CALL-08] the Link headers lead through all items exactly once, also while items are added", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const before = await db.select({ id: items.id }).from(items);
    const pages = await walk({ limit: "30" }, () => createItem(db, { ownerId, title: "Added meanwhile" }));
    const seen = pages.flat().map(({ id }) => id);
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual(before.map(({ id }) => id).sort());
  });

  test("items of the same instant are told apart by their id", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const createdAt = new Date("2020-02-02T02:02:02.222Z");
    const made = await Promise.all(
      Array.from({ length: 5 }, () => createItem(db, { ownerId, createdAt, title: "Twin" })),
    );
    const seen = (await walk({ limit: "1" })).flat().filter(({ title }) => title === "Twin");
    expect(seen.map(({ id }) => id)).toEqual(made.sort().reverse());
  });

  test("the last page announces no next one, neither does a page that ends exactly at the last item", async () => {
    const query = { category: "electronics" };
    const electronics = (await walk(query)).flat().length;
    const exact = await call(app.origin, listItems, { query: { ...query, limit: String(electronics) } });
    expect(exact.headers.has("link")).toBe(false);
    const oneLess = await call(app.origin, listItems, { query: { ...query, limit: String(electronics - 1) } });
    expect(nextOf(oneLess.headers)).toContain("category=electronics");
  });

  const cursor = (text: string) => Buffer.from(text).toString("base64url");
  const UNREADABLE = {
    limit: ["0", "-1", "", "1.5", "1e3", " 5", "٣", "many", "9999999999"],
    cursor: ["", "0", "nonsense", "🚲", "a".repeat(501), cursor("1_x"), cursor(`x_${NOBODY}`), cursor(`1_${NOBODY}\n`)],
    category: ["", "x".repeat(101)],
    owner: ["", "ada", "1", `${NOBODY}0`],
  };
  test.each(Object.entries(UNREADABLE))(
    "a %s that cannot be one is refused with message, code and details",
    async (field, values) => {
      for (const value of values) {
        const { status, error } = await callRefused(app.origin, listItems, { query: { [field]: value } });
        expect({ value, status, code: error.code }).toEqual({ value, status: 400, code: "validation_failed" });
        expect(error.message).not.toBe("");
        expect(error.details).toEqual([{ field, message: error.message }]);
      }
    },
  );

  test("a cursor of a year that the database cannot read is refused, not passed on", async () => {
    const query = { cursor: cursor(`999999999999999_${NOBODY}`) };
    expect(await callRefused(app.origin, listItems, { query })).toMatchObject({ status: 400 });
  });
});

describe("?category=", () => {
  const inCategory = async (category: string) => titlesOf((await walk({ category, limit: "3" })).flat());

  test("[CALL-08] takes slug, id and exact name, and finds items by any of their categories", async () => {
    const { body: categories } = await call(app.origin, listCategories);
    for (const { id, name, slug } of categories) {
      const expected = DEMO_ITEMS.filter((item) => item.categories.includes(slug)).map(({ title }) => title);
      expect(expected).not.toEqual([]);
      for (const given of [slug, id, name]) expect(await inCategory(given)).toEqual([...expected].sort());
    }
  });

  test.each(["unknown", "ELECTRONICS", "electronic", "%", NOBODY, "' or true --"])(
    "%s is none: empty list",
    async (category) => {
      const { body, headers } = await call(app.origin, listItems, { query: { category } });
      expect(body).toEqual([]);
      expect(headers.has("link")).toBe(false);
    },
  );
});

describe("?owner=", () => {
  const { key, email } = DEMO_PEOPLE[1];
  const idOfOwner = async () => {
    const [row] = await database().db.select({ id: users.id }).from(users).where(eq(users.email, email));
    return row?.id ?? "";
  };

  test("answers the items of one person, page by page, and with a category only those of both", async () => {
    const owner = await idOfOwner();
    const owned = DEMO_ITEMS.filter((item) => item.owner === key);
    expect(owned.length).toBeGreaterThan(1);
    const found = await walk({ owner, limit: "1" });
    expect(found.map(({ length }) => length).slice(0, -1)).toEqual(owned.slice(1).map(() => 1));
    expect(titlesOf(found.flat())).toEqual(owned.map(({ title }) => title).sort());

    const category = owned[0]?.categories[0] ?? "";
    const ofBoth = owned.filter((item) => item.categories.includes(category)).map(({ title }) => title);
    expect(titlesOf((await walk({ owner, category })).flat())).toEqual(ofBoth.sort());
  });

  test("answers nothing for nobody", async () => {
    expect((await call(app.origin, listItems, { query: { owner: NOBODY } })).body).toEqual([]);
  });

  test("is found by the index on the owner", async () => {
    const plan = await database().db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`explain select id from items where owner_id = ${NOBODY} and deleted_at is null`);
    });
    expect(JSON.stringify(plan.rows)).toContain("items_of_owner");
  });
});

describe("GET /api/items/{id}", () => {
  test("[CALL-04] [CALL-08] answers one object: the item as listed, with all its terms", async () => {
    for (const { title, terms, categories: slugs } of DEMO_ITEMS) {
      const listed = await itemTitled(title);
      const { body } = await call(app.origin, getItem, { params: { itemId: listed.id } });
      expect(body).toMatchObject(listed);
      expect(body.categories).toHaveLength(slugs.length);
      expect(body.categories[0]).toEqual(listed.category);
      expect(body.depositAmount).toBe(((terms.depositAmountCents ?? 0) / 100).toFixed(2));
    }
  });

  test("[CALL-08] every term has the value of its own column", async () => {
    const { db } = database();
    const terms = {
      minRentalDays: 2,
      maxRentalDays: 30,
      offerPickup: false,
      offerMeetup: true,
      offerDelivery: true,
      deliveryRadius: 7.5,
      allowQuantity: false,
      quantityTotal: 9,
      quantityMinPerBooking: 3,
      quantityMaxPerBooking: 8,
      setupFlatFeeCents: 1111,
      setupPerUnitFeeCents: 222,
      cancellationPolicy: "strict",
      timezone: "America/Chicago",
    } as const;
    const fees = { depositAmountCents: 5001, cleaningFeeCents: 602, lateReturnFeeCents: 73, deliveryFeeCents: 8 };
    const itemId = await createItem(db, { ...terms, ...fees });
    const { body } = await call(app.origin, getItem, { params: { itemId } });
    expect(body).toMatchObject({
      ...terms,
      depositAmount: "50.01",
      cleaningFee: "6.02",
      lateReturnFee: "0.73",
      deliveryFee: "0.08",
      categories: [],
    });
  });

  test("terms the owner left open have their defaults", async () => {
    const itemId = await createItem(database().db);
    expect((await call(app.origin, getItem, { params: { itemId } })).body).toMatchObject({
      condition: "used",
      isAvailable: true,
      depositAmount: "0.00",
      minRentalDays: 1,
      maxRentalDays: null,
      offerPickup: true,
      offerMeetup: false,
      offerDelivery: false,
      deliveryRadius: null,
      allowQuantity: true,
      quantityTotal: 1,
      quantityMinPerBooking: 1,
      quantityMaxPerBooking: null,
      cancellationPolicy: "flexible",
    });
  });

  test("an item nobody has answers 404", async () => {
    const { status, error } = await callRefused(app.origin, getItem, { params: { itemId: NOBODY } });
    expect({ status, message: error.message }).toEqual({ status: 404, message: "Item not found" });
  });

  test.each(["1", "not-a-uuid", "null", "undefined", `${NOBODY}0`, "..%2f", "%"])(
    "%s names no item: 404",
    async (itemId) => {
      const { status, error } = await callRefused(app.origin, getItem, { params: { itemId } });
      expect({ status, code: error.code }).toEqual({ status: 404, code: "not_found" });
    },
  );

  test("a deleted item answers 404", async () => {
    const { db } = database();
    const itemId = await createItem(db);
    await call(app.origin, getItem, { params: { itemId } });
    await db.delete(items).where(eq(items.id, itemId));
    expect(await callRefused(app.origin, getItem, { params: { itemId } })).toMatchObject({ status: 404 });
  });
});

function roundedRating({ reviews }: DemoItem): number {
  return Number((reviews.ratingSum / reviews.count).toFixed(2));
}
