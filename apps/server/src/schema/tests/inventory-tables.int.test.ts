import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { placeHold } from "../../features/inventory/commands/place-hold.ts";
import { createItem, createUser } from "../../testing/factories.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import {
  createdAt,
  id,
  instant,
  optionalInstant,
  optionalReference,
  optionalText,
  reference,
  text,
  textFrom,
  wholeFrom,
  yesNo,
} from "./columns.fixture.ts";

const MISSING_ID = "0190a0a0-0000-7000-8000-000000000000";
const ID = "0190a0a0-0000-7000-8000-000000000001";

describeTable({
  table: "inventory_holds",
  ids: "[DATA-05]",
  fields: {
    id,
    listingId: reference,
    startTime: instant,
    endTime: instant,
    quantity: wholeFrom(1),
    renterUserId: optionalReference,
    expiresAt: optionalInstant,
    bookingId: optionalReference,
    kind: textFrom("checkout"),
    externalCalendarId: optionalReference,
    releasedAt: optionalInstant,
    forced: yesNo(false),
    createdAt,
  },
  validRow: async (db) => ({
    id: ID,
    listing_id: await createItem(db, { quantityTotal: 2 }),
    start_time: "2030-06-01T09:00:00Z",
    end_time: "2030-06-01T18:00:00Z",
    renter_user_id: await createUser(db),
  }),
  refused: {
    unique: { inventory_holds_pkey: { "a duplicate id": {} } },
    reference: {
      inventory_holds_listing_id_items_id_fk: { "an unknown listing": { id: MISSING_ID, listing_id: MISSING_ID } },
      inventory_holds_external_calendar_id_external_calendars_id_fk: {
        "an unknown calendar": { id: MISSING_ID, external_calendar_id: MISSING_ID },
      },
      inventory_holds_renter_user_id_users_id_fk: {
        "an unknown renter": { id: MISSING_ID, renter_user_id: MISSING_ID },
      },
    },
    check: {
      inventory_holds_have_length: {
        "a hold of zero length": { end_time: "2030-06-01T09:00:00Z" },
        "a hold that ends before it starts": { id: MISSING_ID, end_time: "2030-06-01T08:00:00Z" },
        "a hold without an end that is no late return": { id: MISSING_ID, end_time: "infinity", forced: true },
        "a late return without an end that may be refused": { id: MISSING_ID, end_time: "infinity", kind: "overdue" },
        "a hold with an infinite start": { id: MISSING_ID, start_time: "-infinity" },
      },
      inventory_holds_take_a_unit: { "a hold of zero units": { quantity: 0 }, "a negative hold": { quantity: -1 } },
      inventory_holds_kind_is_known: { "an unknown kind": { kind: "wish" } },
    },
    exclusion: {
      inventory_holds_fit_the_item: {
        "more units than the item has": { start_time: "2031-01-01", end_time: "2031-01-02", quantity: 3 },
        "more units than are left": { id: MISSING_ID, quantity: 2 },
      },
    },
  },
});

describeTable({
  table: "external_calendars",
  ids: "",
  fields: {
    id,
    itemId: reference,
    name: text,
    url: optionalText,
    lastReadAt: optionalInstant,
    lastProblem: optionalText,
    importedCount: wholeFrom(0),
    conflicts: { type: "jsonb", default: "[]" },
    createdAt,
    removedAt: optionalInstant,
  },
  validRow: async (db) => ({
    id: ID,
    item_id: await createItem(db),
    name: "Family",
    url: "https://calendar.example/family.ics",
  }),
  refused: {
    unique: { external_calendars_pkey: { "a duplicate id": {} } },
    reference: {
      external_calendars_item_id_items_id_fk: { "an unknown item": { id: MISSING_ID, item_id: MISSING_ID } },
    },
    check: {
      external_calendars_url_is_https: {
        "an http URL": { id: MISSING_ID, url: "http://calendar.example/" },
        "a URL that only contains https": { id: MISSING_ID, url: "ftp://https://calendar.example/" },
      },
    },
  },
});

describe("a deleted item", () => {
  const database = useTestDatabase();
  const period = { startAt: new Date("2041-06-01T09:00:00Z"), endAt: new Date("2041-06-03T18:00:00Z") };

  test("a deleted item rejects new holds, including ones written directly", async () => {
    const { db } = database();
    const listingId = await createItem(db, { quantityTotal: 3, deletedAt: new Date() });
    await expect(placeHold(db, { listingId, ...period, quantity: 1, kind: "block" })).rejects.toThrow(/Not available/);
    const { rows } = await db.execute(sql`select id from inventory_holds where listing_id = ${listingId}`);
    expect(rows).toEqual([]);
  });
});
