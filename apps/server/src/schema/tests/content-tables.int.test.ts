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

describeTable({
  table: "platform_settings",
  ids: "[DATA-13]",
  fields: {
    key: { type: "text" },
    value: { type: "jsonb" },
    updatedBy: { type: "uuid", nullable: true },
    updatedAt: { type: "timestamp(3) with time zone", default: "app_now()" },
  },
  validRow: async () => ({ key: "aSetting", value: "true" }),
  refused: { unique: { platform_settings_pkey: { "a duplicate key": { value: "false" } } } },
});
const optionalText = { type: "text", nullable: true } as const;

describeTable({
  table: "tax_rates",
  ids: "[DATA-06]",
  fields: {
    state: { type: "character(2)" },
    county: optionalText,
    city: optionalText,
    zipCode: optionalText,
    taxRate: { type: "numeric(7,4)" },
    taxType: { type: "text", default: "sales" },
    jurisdiction: optionalText,
    effectiveDate: { type: "date" },
    expirationDate: { type: "date", nullable: true },
    isActive: { type: "boolean", default: true },
    notes: optionalText,
  },
  validRow: async () => ({
    id: ID,
    state: "NY",
    tax_rate: "8.8750",
    effective_date: "2026-01-01",
    expiration_date: "2026-01-01",
  }),
  refused: {
    unique: { tax_rates_pkey: { "a duplicate id": {} } },
    check: {
      tax_rates_are_percent: {
        "a negative rate": { tax_rate: "-0.0001" },
        "a rate above 100": { tax_rate: "100.0001" },
      },
      tax_rates_state_is_a_code: { "a lowercase state": { state: "ny" }, "a one-letter state": { state: "N" } },
      tax_rates_end_after_they_start: { "an end before the start": { expiration_date: "2025-12-31" } },
    },
  },
});
