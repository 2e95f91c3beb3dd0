import { createItem, updateItem } from "@nexby/contract/listings/items";
import { uploadMenu } from "@nexby/contract/listings/photos";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { categories } from "../../../schema/listings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { formWith, jpeg, sendForm } from "../../../testing/listings/good-files.ts";
import { CAMPING } from "../../../testing/listings/listed-items.ts";
import { useListingOwners } from "../../../testing/people/members.ts";

const { database, origin, newOwner, newImages, listingOf, list } = useListingOwners();

const LONG = "x".repeat(201);
const WHY = "Contact details are shared once a booking is approved.";
const FOOD_TRUCK = { perPersonPriceCents: 1800, appearanceFeeCents: 30_000 };

/** Case name, invalid fields, field of the error, message. */
const INVALID: [string, object, string, string][] = [
  ["no rate", { dailyRate: undefined }, "dailyRate", "Daily rate is required"],
  ["an empty rate", { dailyRate: "" }, "dailyRate", "Daily rate is required"],
  ["a non-numeric rate", { dailyRate: "ten" }, "dailyRate", "Daily rate must be an amount such as 25.00"],
  ["a rate of zero", { dailyRate: "0" }, "dailyRate", "Daily rate must be more than zero"],
  ["a negative deposit", { depositAmount: -1 }, "depositAmount", "Deposit must be an amount such as 25.00"],
  ["a fraction of a cent", { cleaningFee: "1.333" }, "cleaningFee", "Cleaning fee must be an amount such as 25.00"],
  ["no photos", { images: undefined }, "images", "At least 3 images are required"],
  ["two photos", { images: ["/media/a/full.webp", "/media/b/full.webp"] }, "images", "At least 3 images are required"],
  ["a photo twice", { images: ["a", "a", "b"] }, "images", "Each image can be used once"],
  ["foreign photos", { images: ["https://a.example", "b", "c"] }, "images", "Please upload these photos again"],
  ["an unknown condition", { condition: "broken" }, "condition", "Please choose a condition"],
  ["no category", { categoryIds: [] }, "categoryIds", "At least one category is required"],
  ["categories left out", { categoryIds: undefined }, "categoryIds", "At least one category is required"],
  ["four categories", { categoryIds: [1, 2, 3, 4].map(newId) }, "categoryIds", "Maximum 3 categories allowed"],
  ["a category twice", { categoryIds: [CAMPING, CAMPING] }, "categoryIds", "Each category can be chosen once"],
  ["an unknown category", { categoryIds: [newId()] }, "categoryIds", "Please choose categories from the list"],
  ["no title", { title: " " }, "title", "Title is required"],
  ["a title of 201 characters", { title: LONG }, "title", "Title must be at most 200 characters"],
  ["long notes", { availabilityNotes: LONG }, "availabilityNotes", "Availability notes must be at most 200 characters"],
  ["a non-numeric radius", { deliveryRadius: "far" }, "deliveryRadius", "Delivery radius must be a number"],
  ["an unknown place", { location: "Qwrtzpl" }, "location", "We couldn't find this place. Please check the address."],
  [
    "a pin in the sea",
    { latitude: 0, longitude: -30 },
    "location",
    "We couldn't find this place. Please check the address.",
  ],
  [
    "a phone number in the title",
    { title: "Kayak, 201-555-0199" },
    "title",
    `Please remove the phone number (201-555-0199). ${WHY}`,
  ],
  [
    "an email address in the description",
    { description: "Questions: maya at gmail dot com" },
    "description",
    `Please remove the email address (maya at gmail dot com). ${WHY}`,
  ],
  [
    "a username elsewhere in the notes",
    { availabilityNotes: "Weekends. ig: maya_r" },
    "availabilityNotes",
    `Please remove the contact on another service (ig: maya_r). ${WHY}`,
  ],
  [
    "a payment service in the name of a piece",
    { pieces: [{ name: "Venmo", count: 1 }] },
    "pieces.0.name",
    `Please remove the payment outside Nexby (Venmo). ${WHY}`,
  ],
  [
    "a link in the location",
    { location: "www.mayarents.com" },
    "location",
    `Please remove the link (www.mayarents.com). ${WHY}`,
  ],
  [
    "no handoff option",
    { offerPickup: false, offerMeetup: false, offerDelivery: false },
    "offerPickup",
    "Choose at least one way to hand off the item",
  ],
  [
    "a maximum rental length below the minimum",
    { minRentalDays: 3, maxRentalDays: 2 },
    "maxRentalDays",
    "Longest rental can't be shorter than the shortest",
  ],
  [
    "a minimum quantity above the stock",
    { quantityMinPerBooking: 3, quantityMaxPerBooking: 3 },
    "quantityMinPerBooking",
    "Fewest units per booking can't be more than the number of units",
  ],
  [
    "food truck settings in another category",
    { foodTruck: FOOD_TRUCK },
    "foodTruck",
    "Only listings in the Food Trucks category can have food truck settings",
  ],
];

describe("listing validation", () => {
  test.each(INVALID)(
    "[VAL-08] listing validation rejects %s on its field, when creating and when updating",
    async (_, change, field, message) => {
      const owner = await newOwner();
      const body = await listingOf(owner, change);
      const { status, error } = await callExpectingError(origin(), createItem, { headers: owner.headers, body });
      expect({ status, code: error.code, message: error.message }).toEqual({
        status: 400,
        code: "validation_failed",
        message,
      });
      expect(error.details?.[0]).toEqual({ field, message });

      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      if (given.length === 0) return;
      const { id: itemId } = await list(owner);
      const response = await callExpectingError(origin(), updateItem, {
        headers: owner.headers,
        params: { itemId },
        body: Object.fromEntries(given),
      });
      expect({ status: response.status, message: response.error.message }).toEqual({ status: 400, message });
    },
  );

  test("[VAL-08] listing validation accepts one to three categories, a title and notes of 200 characters, and numeric text", async () => {
    const owner = await newOwner();
    const rows = await database().db.select({ id: categories.id }).from(categories).limit(3);
    const ids = rows.map(({ id }) => id);
    const longest = { title: LONG.slice(1), availabilityNotes: LONG.slice(1) };
    for (const categoryIds of [ids.slice(0, 1), ids.slice(0, 2), ids]) {
      const body = await listingOf(owner, { ...longest, categoryIds, dailyRate: "19.5", deliveryRadius: "12" });
      const { body: created } = await call(origin(), createItem, { headers: owner.headers, body });
      expect(created).toMatchObject({ ...longest, categoryIds, dailyRate: "19.50", deliveryRadius: 12 });
    }
  });

  test("an older listing with a phone number can still get a new price, but no other text with one", async () => {
    const owner = await newOwner();
    const { id: itemId } = await list(owner);
    const description = "Call 201-555-0199";
    await database().db.execute(sql`update items set description = ${description} where id = ${itemId}`);
    const change = (body: object) => ({ headers: owner.headers, params: { itemId }, body });
    const { body } = await call(origin(), updateItem, change({ description, dailyRate: "31.00" }));
    expect(body).toMatchObject({ description, dailyRate: "31.00" });
    const { error } = await callExpectingError(origin(), updateItem, change({ description: `${description}!` }));
    expect(error.details?.[0]?.field).toBe("description");
  });

  test("listing validation requires both coordinates of a pin", async () => {
    const { headers, ...owner } = await newOwner();
    const details = [{ field: "latitude", message: "Please send both latitude and longitude" }];
    const body = await listingOf({ headers, ...owner }, { latitude: 40 });
    expect((await callExpectingError(origin(), createItem, { headers, body })).error.details).toEqual(details);
    const { id: itemId } = await list({ headers, ...owner });
    const change = { headers, params: { itemId }, body: { latitude: null } };
    expect((await callExpectingError(origin(), updateItem, change)).error.details).toEqual(details);
  });

  test.each(["", "1", "camping-and-outdoor", null, 7, `${CAMPING}0`, "' or true --"])(
    "[VAL-15] listing validation rejects %j as a category id, when creating and when updating",
    async (id) => {
      const owner = await newOwner();
      const body = await listingOf(owner, { categoryIds: [id] });
      const { status, error } = await callExpectingError(origin(), createItem, { headers: owner.headers, body });
      expect(status).toBe(400);
      expect(error.details).toEqual([{ field: "categoryIds.0", message: "Please choose categories from the list" }]);

      const { id: itemId, categoryIds } = await list(owner);
      const change = { headers: owner.headers, params: { itemId }, body: { categoryIds: [...categoryIds, id] } };
      const response = await callExpectingError(origin(), updateItem, change);
      expect(response.status).toBe(400);
      expect(response.error.details).toEqual([
        { field: `categoryIds.${categoryIds.length}`, message: "Please choose categories from the list" },
      ]);
    },
  );

  test("listing validation rejects another user's photos", async () => {
    const owner = await newOwner();
    const otherUser = await newOwner();
    const body = await listingOf(owner, { images: await newImages(otherUser.id) });
    const { error } = await callExpectingError(origin(), createItem, { headers: owner.headers, body });
    expect(error.details).toEqual([{ field: "images", message: "Please upload these photos again" }]);
  });

  test("listing validation rejects a menu uploaded by another user", async () => {
    const owner = await newOwner();
    const [trucks] = await database().db.select().from(categories).where(eq(categories.slug, "food-trucks"));
    const otherUser = await newOwner();
    const menu = formWith({ bytes: await jpeg({ width: 200, height: 300 }), name: "menu.jpg", type: "image/jpeg" });
    const uploaded = await sendForm(origin(), uploadMenu, menu, otherUser.headers);
    const { menuFileKey } = uploadMenu.response.parse(await uploaded.json());
    const foodTruck = { ...FOOD_TRUCK, menuFileKey };
    await list(otherUser, { categoryIds: [trucks?.id], foodTruck });
    const body = await listingOf(owner, { categoryIds: [trucks?.id], foodTruck });
    const { error } = await callExpectingError(origin(), createItem, { headers: owner.headers, body });
    expect(error.details).toEqual([{ field: "foodTruck.menuFileKey", message: "Please upload the menu again" }]);
  });

  test.each([
    ["start too late", [{ min: 41, max: null, perPersonPriceCents: 1800 }]],
    ["end", [{ min: 1, max: 149, perPersonPriceCents: 1800 }]],
  ])(
    "[FOOD-01] listing validation rejects price tiers that %s when there is no price per person",
    async (_, tieredPricing) => {
      const owner = await newOwner();
      const [trucks] = await database().db.select().from(categories).where(eq(categories.slug, "food-trucks"));
      const foodTruck = { enabledModes: "PER_PERSON", perPersonMinHeadcount: 40, tieredPricing };
      const body = await listingOf(owner, { categoryIds: [trucks?.id], foodTruck });
      const { status, error } = await callExpectingError(origin(), createItem, { headers: owner.headers, body });
      const message =
        "Without a price per person, price tiers must start at or below the minimum number of guests, and the last one must be open-ended";
      expect([status, error.details]).toEqual([400, [{ field: "foodTruck.tieredPricing", message }]]);
      await list(owner, { categoryIds: [trucks?.id], foodTruck: { ...foodTruck, perPersonPriceCents: 1800 } });
    },
  );

  test("listing validation stores nothing for a rejected listing", async () => {
    const owner = await newOwner();
    const body = await listingOf(owner, { images: ["a", "b", "c"] });
    await callExpectingError(origin(), createItem, { headers: owner.headers, body });
    const { rows } = await database().db.execute(sql`select id from items where owner_id = ${owner.id}`);
    expect(rows).toEqual([]);
  });
});
