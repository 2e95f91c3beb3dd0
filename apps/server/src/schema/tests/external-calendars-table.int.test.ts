import { createItem } from "../../testing/factories.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";

const MISSING_ID = "0190a0a0-0000-7000-8000-000000000000";
const ID = "0190a0a0-0000-7000-8000-000000000001";

const instant = { type: "timestamp(3) with time zone" };

describeTable({
  table: "external_calendars",
  ids: "",
  fields: {
    id: { type: "uuid", default: "gen_random_uuid()" },
    itemId: { type: "uuid" },
    name: { type: "text" },
    url: { type: "text", nullable: true },
    lastReadAt: { ...instant, nullable: true },
    lastProblem: { type: "text", nullable: true },
    importedCount: { type: "integer", default: 0 },
    conflicts: { type: "jsonb", default: "[]" },
    createdAt: { ...instant, default: "app_now()" },
    removedAt: { ...instant, nullable: true },
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
