import { describeTable, type TableExpectations } from "../../testing/listings/catalogue.ts";
import {
  createdAt,
  id,
  json,
  optionalReference,
  optionalText,
  rate,
  text,
  textFrom,
  whole,
  yesNo,
} from "./columns.fixture.ts";

const ID = "0190a0a0-0000-7000-8000-000000000001";
const OTHER = "0190a0a0-0000-7000-8000-000000000002";

const policy = (table: string): Omit<TableExpectations, "table" | "ids"> => ({
  fields: { id, version: whole, content: text, isActive: yesNo(false), createdAt },
  validRow: async () => ({ id: ID, version: 102, content: "Be kind." }),
  refused: {
    unique: {
      [`${table}_pkey`]: { "a duplicate id": { version: 103 } },
      [`${table}_version_unique`]: { "a duplicate version": { id: OTHER } },
      [`${table}_one_active`]: { "a second active version": { id: OTHER, version: 103, is_active: true } },
    },
  },
});

describeTable({ table: "terms_and_conditions", ids: "[DATA-13]", ...policy("terms_and_conditions") });
describeTable({ table: "privacy_policy", ids: "[DATA-13]", ...policy("privacy_policy") });
describeTable({ table: "cookie_policy", ids: "[DATA-13]", ...policy("cookie_policy") });

describeTable({
  table: "prohibited_items",
  ids: "[DATA-13]",
  fields: {
    id,
    category: text,
    item: text,
    description: textFrom(""),
    createdAt,
  },
  validRow: async () => ({ id: ID, category: "Toys", item: "Lawn darts" }),
  refused: {
    unique: {
      prohibited_items_pkey: { "a duplicate id": { item: "Other darts" } },
      prohibited_items_item_once: { "a duplicate item": { id: OTHER } },
    },
  },
});

describeTable({
  table: "platform_settings",
  ids: "[DATA-13]",
  fields: {
    key: text,
    value: json,
    updatedBy: optionalReference,
    updatedAt: createdAt,
  },
  validRow: async () => ({ key: "aSetting", value: "true" }),
  refused: { unique: { platform_settings_pkey: { "a duplicate key": { value: "false" } } } },
});

describeTable({
  table: "tax_rates",
  ids: "[DATA-06]",
  fields: {
    id,
    state: { type: "character(2)" },
    county: optionalText,
    city: optionalText,
    zipCode: optionalText,
    taxRate: rate,
    taxType: textFrom("sales"),
    jurisdiction: optionalText,
    effectiveDate: { type: "date" },
    expirationDate: { type: "date", nullable: true },
    isActive: yesNo(true),
    notes: optionalText,
    createdAt,
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
