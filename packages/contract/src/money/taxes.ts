import { US_STATES } from "@nexby/domain/kernel/us-states";
import { TAX_RATE_TYPES } from "@nexby/domain/tax/tax-rate";
import { z } from "zod";
import { history } from "../admin/audit-log.ts";
import { endpoint } from "../endpoint.ts";
import { localDay, namedObject, pageQuery } from "../fields.ts";

const STATE_MESSAGE = "State must be 2 characters, such as NJ";
const RATE_MESSAGE = "Tax rate must be from 0 to 100 percent, with at most 4 decimals";
const ZIP_MESSAGE = "ZIP code must be 5 digits";

const state = z
  .string({ error: STATE_MESSAGE })
  .trim()
  .toUpperCase()
  .length(2, STATE_MESSAGE)
  .refine((code) => code in US_STATES, "No state has this code. Use two letters, such as NJ.");

/** Percent, kept as text so that no typed decimal is lost. */
const percent = z
  .union([z.string().trim(), z.number().transform(String)], { error: RATE_MESSAGE })
  .refine((text) => /^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100, RATE_MESSAGE)
  .transform((text) => Number(text).toFixed(4));

const emptyAsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value);
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(emptyAsNull, schema.nullable());
const optionalText = (name: string, most: number) =>
  orNull(
    z
      .string({ error: `${name} must be text` })
      .trim()
      .max(most, `${name} must be at most ${most} characters`),
  );

const fields = {
  state,
  county: optionalText("County", 100),
  city: optionalText("City", 100),
  zipCode: orNull(
    z
      .string({ error: ZIP_MESSAGE })
      .trim()
      .regex(/^\d{5}$/, ZIP_MESSAGE),
  ),
  taxRate: percent.describe("The combined rate for this place, in percent. Rates are never summed"),
  taxType: z
    .enum(TAX_RATE_TYPES, { error: "Please choose what is taxed" })
    .describe("The sales rate applies where there is none for the type of rental"),
  jurisdiction: optionalText("Jurisdiction", 100).describe("The tax authority, as shown with a price"),
  effectiveDate: localDay("Please choose the first day"),
  expirationDate: orNull(localDay("Please choose a valid last day")).describe("The last day. Null for no end"),
  notes: optionalText("Notes", 1000),
};

/** Ends the previous rate for the same place when a new one takes over. */
const endsFormer = z
  .boolean({ error: "Please choose yes or no" })
  .describe("Whether to end the current rate on the day before instead of rejecting the new one")
  .default(false);

export const taxRateFields = z
  .object({
    ...fields,
    county: fields.county.default(null),
    city: fields.city.default(null),
    zipCode: fields.zipCode.default(null),
    taxType: fields.taxType.default("sales"),
    jurisdiction: fields.jurisdiction.default(null),
    expirationDate: fields.expirationDate.default(null),
    notes: fields.notes.default(null),
    endsFormer,
  })
  .refine(({ effectiveDate, expirationDate }) => expirationDate === null || expirationDate >= effectiveDate, {
    path: ["expirationDate"],
    message: "The last day can't be before the first",
  });

const taxRateView = namedObject("TaxRate", {
  id: z.uuid(),
  state: z.string(),
  county: z.string().nullable(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  taxRate: z.string().regex(/^\d{1,3}\.\d{4}$/),
  taxType: z.string(),
  jurisdiction: z.string().nullable(),
  effectiveDate: z.iso.date(),
  expirationDate: z.iso.date().nullable(),
  isActive: z.boolean(),
  notes: z.string().nullable(),
  standing: z.enum(["inactive", "upcoming", "in_force", "ended"]).describe("Today, by the product's clock"),
  createdAt: z.iso.datetime(),
});
export type TaxRateView = z.infer<typeof taxRateView>;

const RATES = "/api/admin/tax-rates";
const params = z.object({ rateId: z.uuid() });

export const listTaxRates = endpoint({
  method: "GET",
  path: RATES,
  summary: "List tax rates by state, county, city and ZIP, earliest first",
  access: "admin",
  query: z.object({
    state: state.optional(),
    isActive: z.enum(["true", "false"], { error: "Active must be true or false" }).optional(),
    ...pageQuery,
  }),
  response: z.array(taxRateView),
  errors: ["validation_failed"],
});

export const createTaxRate = endpoint({
  method: "POST",
  path: RATES,
  summary: "Create a tax rate. Agreed prices keep theirs",
  access: "admin",
  body: taxRateFields,
  response: taxRateView,
  status: 201,
  errors: ["validation_failed", "tax_rate_overlaps"],
});

export const updateTaxRate = endpoint({
  method: "PATCH",
  path: `${RATES}/:rateId`,
  summary: "Update a tax rate. Agreed prices keep theirs",
  access: "admin",
  params,
  body: z.object({ ...fields, endsFormer }).partial(),
  response: taxRateView,
  errors: ["validation_failed", "not_found", "tax_rate_overlaps"],
});

export const deactivateTaxRate = endpoint({
  method: "POST",
  path: `${RATES}/:rateId/deactivate`,
  summary: "Deactivate a tax rate",
  access: "admin",
  params,
  response: taxRateView,
  errors: ["not_found"],
});

export const activateTaxRate = endpoint({
  method: "POST",
  path: `${RATES}/:rateId/activate`,
  summary: "Activate a tax rate",
  access: "admin",
  params,
  response: taxRateView,
  errors: ["not_found", "tax_rate_overlaps"],
});

export const listTaxRateHistory = endpoint({
  method: "GET",
  path: `${RATES}/:rateId/history`,
  summary: "List a tax rate's changes, newest first",
  access: "admin",
  params,
  ...history,
  errors: ["validation_failed", "not_found"],
});
