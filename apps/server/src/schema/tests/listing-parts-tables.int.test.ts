import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { placeHold } from "../../features/inventory/commands/place-hold.ts";
import { createItem, createPhotos, createUser } from "../../testing/factories.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { useTestDatabase } from "../../testing/test-database.ts";

const MISSING_ID = "0190a0a0-0000-7000-8000-000000000000";
const ID = "0190a0a0-0000-7000-8000-000000000001";

describeTable({
  table: "item_photos",
  ids: "[DATA-01]",
  fields: {
    item: { column: "item_id", type: "uuid" },
    images: { column: "photo_id", type: "uuid" },
    position: { type: "integer" },
  },
  validRow: async (db) => {
    const ownerId = await createUser(db);
    const [photoId] = await createPhotos(db, ownerId, ["cover"]);
    return { item_id: await createItem(db, { ownerId }), photo_id: photoId, position: 1 };
  },
  refused: {
    unique: {
      item_photos_item_id_position_pk: { "two photos at one position": { photo_id: MISSING_ID } },
      item_photos_once: { "a duplicate photo": { position: 2 } },
    },
    reference: {
      item_photos_item_id_items_id_fk: { "an unknown item": { item_id: MISSING_ID } },
      item_photos_photo_id_photos_id_fk: { "an unknown photo": { photo_id: MISSING_ID, position: 2 } },
    },
    check: {
      item_photos_positions: {
        "a photo before the cover": { position: 0 },
        "a twenty-first photo": { position: 21 },
      },
    },
  },
});

describeTable({
  table: "listing_drafts",
  ids: "",
  fields: {
    id: { type: "uuid", default: "gen_random_uuid()" },
    userId: { type: "uuid" },
    itemId: { type: "uuid", nullable: true },
    content: { type: "jsonb" },
    updatedAt: { type: "timestamp(3) with time zone", default: "now()" },
  },
  validRow: async (db) => ({ id: ID, user_id: await createUser(db), item_id: null, content: "{}" }),
  refused: {
    unique: {
      listing_drafts_pkey: { "a duplicate id": {} },
      listing_drafts_one_each: { "two drafts of a new listing": { id: MISSING_ID } },
    },
    reference: {
      listing_drafts_user_id_users_id_fk: { "an unknown user": { id: MISSING_ID, user_id: MISSING_ID } },
      listing_drafts_item_id_items_id_fk: { "an unknown item": { id: MISSING_ID, item_id: MISSING_ID } },
    },
  },
});

describe("a deleted item", () => {
  const database = useTestDatabase();
  const period = { startAt: new Date("2041-06-01T09:00:00Z"), endAt: new Date("2041-06-03T18:00:00Z") };

  test("rejects new holds, including ones written directly", async () => {
    const { db } = database();
    const listingId = await createItem(db, { quantityTotal: 3, deletedAt: new Date() });
    await expect(placeHold(db, { listingId, ...period, quantity: 1, kind: "block" })).rejects.toThrow(/Not available/);
    const { rows } = await db.execute(sql`select id from inventory_holds where listing_id = ${listingId}`);
    expect(rows).toEqual([]);
  });
});
