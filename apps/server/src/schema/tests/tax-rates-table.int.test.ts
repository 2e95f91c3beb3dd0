import { describeTable } from "../../testing/listings/catalogue.ts";

const ID = "0190a0a0-0000-7000-8000-000000000001";
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
