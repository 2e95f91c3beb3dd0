import { describeTable } from "../../testing/listings/catalogue.ts";

const ID = "0190a0a0-0000-7000-8000-000000000001";
const OTHER = "0190a0a0-0000-7000-8000-000000000002";

for (const table of ["terms_and_conditions", "privacy_policy", "cookie_policy"]) {
  describeTable({
    table,
    ids: "[DATA-13]",
    fields: {
      id: { type: "uuid", default: "gen_random_uuid()" },
      version: { type: "integer" },
      content: { type: "text" },
      isActive: { type: "boolean", default: false },
      createdAt: { type: "timestamp(3) with time zone", default: "app_now()" },
    },
    validRow: async () => ({ id: ID, version: 102, content: "Be kind." }),
    refused: {
      unique: {
        [`${table}_pkey`]: { "a duplicate id": { version: 103 } },
        [`${table}_version_unique`]: { "a duplicate version": { id: OTHER } },
        [`${table}_one_active`]: { "a second active version": { id: OTHER, version: 103, is_active: true } },
      },
    },
  });
}

describeTable({
  table: "prohibited_items",
  ids: "[DATA-13]",
  fields: {
    id: { type: "uuid", default: "gen_random_uuid()" },
    category: { type: "text" },
    item: { type: "text" },
    description: { type: "text", default: "" },
  },
  validRow: async () => ({ id: "0190a0a0-0000-7000-8000-000000000001", category: "Toys", item: "Lawn darts" }),
  refused: {
    unique: {
      prohibited_items_pkey: { "a duplicate id": { item: "Other darts" } },
      prohibited_items_item_once: { "a duplicate item": { id: "0190a0a0-0000-7000-8000-000000000002" } },
    },
  },
});
