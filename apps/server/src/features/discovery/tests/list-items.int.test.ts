import { listCategories } from "@nexby/contract/listings/categories";
import { getItem, type ItemView, listItems } from "@nexby/contract/listings/items";
import { metersBetween } from "@nexby/domain/kernel/distance";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DEMO_ITEMS, type DemoItem } from "../../../demo/catalogue.ts";
import { DEMO_PEOPLE } from "../../../demo/people.ts";
import { users } from "../../../schema/accounts.ts";
import { call } from "../../../testing/call.ts";
import { createItem, createUser, givePhotos } from "../../../testing/factories.ts";
import { MISSING_ID, titlesOf, useListedItems } from "../../../testing/listings/listed-items.ts";

const { database, origin, allItems, itemTitled, walk } = useListedItems();

describe("GET /api/items", () => {
  test("[CALL-04] [CALL-08] GET /api/items returns a bare array of items with every field as stored", async () => {
    const { db } = database();
    const { body: categories } = await call(origin(), listCategories);
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
        images: photosOf(item).map((name) => `/media/demo/${name}/full.webp`),
        placeholder: expect.stringMatching(/^data:image\//),
        dailyRate: (item.dailyRateCents / 100).toFixed(2),
        ownerId,
        owner: {
          id: ownerId,
          firstName: owner?.firstName,
          lastName: `${owner?.lastName.charAt(0)}.`,
          email: null,
          profileImageUrl: null,
        },
        category: categoryOf(item),
        location: item.location,
        latitude: expect.any(Number),
        longitude: expect.any(Number),
        isAvailable: true,
        condition: item.terms.condition ?? "used",
        ...ratingOf(item),
        isInstant: item.terms.isInstant ?? false,
        repliesFast: false,
        trip: null,
      });
    }
  });

  test("[CALL-08] GET /api/items returns non-default values too: unavailable, the owner's picture, no category, no name", async () => {
    const { db } = database();
    const profileImageUrl = "https://pictures.example/robin.webp";
    const ownerId = await createUser(db, { profileImageUrl, firstName: null, lastName: null });
    await createItem(db, { ownerId, title: "Out of order", isAvailable: false, condition: "heavily_used" });
    const { body } = await call(origin(), listItems, { query: { owner: ownerId } });
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      owner: { firstName: "", lastName: "", profileImageUrl },
      category: null,
      isAvailable: false,
      condition: "heavily_used",
      averageRating: null,
      reviewCount: 0,
    });
  });

  test("GET /api/items shows a paused item in its owner's list only", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const id = await createItem(db, { ownerId, isAvailable: false });
    expect((await allItems()).map((item) => item.id)).not.toContain(id);
    await db.execute(sql`update items set is_available = true where id = ${id}`);
    expect((await allItems()).map((item) => item.id)).toContain(id);
  });

  test("GET /api/items never includes an owner's email", async () => {
    const { id } = await itemTitled("4-person dome tent, sleeps a family");
    for (const path of ["/api/items?limit=100", `/api/items/${id}`]) {
      const text = await (await fetch(origin() + path)).text();
      expect(text).toContain("firstName");
      expect(text).not.toContain("@");
    }
  });

  test("GET /api/items shows a position 150 to 520 m from the exact one, the same on every read", async () => {
    const before = await allItems();
    const again = new Map((await allItems()).map((item) => [item.id, item]));
    for (const exact of DEMO_ITEMS) {
      const shown = before.find(({ title }) => title === exact.title);
      if (!shown) throw new Error(`${exact.title} is not listed`);
      const meters = metersBetween(exact, shown);
      expect(meters).toBeGreaterThan(150);
      expect(meters).toBeLessThan(520);
      const { body: detail } = await call(origin(), getItem, { params: { itemId: shown.id } });
      for (const { latitude, longitude } of [again.get(shown.id) ?? {}, detail] as Partial<ItemView>[]) {
        expect({ latitude, longitude }).toEqual({ latitude: shown.latitude, longitude: shown.longitude });
      }
    }
  });

  test("GET /api/items returns a changed row immediately, in the list and alone", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const id = await createItem(db, { ownerId, title: "Before", dailyRateCents: 1000 });
    await call(origin(), getItem, { params: { itemId: id } });
    await db.execute(sql`update items set title = 'After', daily_rate_cents = 120005 where id = ${id}`);
    await givePhotos(db, id, ownerId, ["a"]);
    const after = { title: "After", dailyRate: "1200.05", images: ["/media/a/full.webp"] };
    expect((await call(origin(), getItem, { params: { itemId: id } })).body).toMatchObject(after);
    expect((await allItems()).find((item) => item.id === id)).toMatchObject(after);
  });
});

const photosOf = ({ slug, photos = [1, 2, 3].map((number) => `${slug}-${number}`) }: DemoItem) => photos;

function ratingOf({ reviews }: DemoItem) {
  const ratings = reviews.map(({ rating }) => rating);
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return {
    averageRating: ratings.length === 0 ? null : Number((sum / ratings.length).toFixed(2)),
    reviewCount: ratings.length,
  };
}

describe("?category=", () => {
  const inCategory = async (category: string) => titlesOf((await walk({ category, limit: "3" })).flat());

  test("[CALL-08] ?category= accepts slug, id and exact name, and finds items by any of their categories", async () => {
    const { body: categories } = await call(origin(), listCategories);
    for (const { id, name, slug } of categories) {
      const expected = DEMO_ITEMS.filter((item) => item.categories.includes(slug)).map(({ title }) => title);
      expect(expected).not.toEqual([]);
      for (const given of [slug, id, name]) expect(await inCategory(given)).toEqual([...expected].sort());
    }
  });

  test.each(["unknown", "ELECTRONICS", "electronic", "%", MISSING_ID, "' or true --"])(
    "?category= returns an empty list for %s",
    async (category) => {
      const { body, headers } = await call(origin(), listItems, { query: { category } });
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

  test("?owner= returns one owner's items page by page, and with a category only the items matching both", async () => {
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

  test("?owner= returns an empty list for an unknown owner", async () => {
    expect((await call(origin(), listItems, { query: { owner: MISSING_ID } })).body).toEqual([]);
  });

  test("?owner= uses the owner index", async () => {
    const plan = await database().db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`
        explain select id from items where owner_id = ${MISSING_ID} and deleted_at is null
        order by created_at desc, id desc limit 24`);
    });
    expect(JSON.stringify(plan.rows)).toContain("items_of_owner");
  });
});
