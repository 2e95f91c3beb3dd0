import { decimalFromCents } from "@nexby/domain/kernel/money";
import { LATE_FEE_TYPES } from "@nexby/domain/late-fees/late-fee-rules";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { amount, decimal, namedObject, oneLine, orNull, wholeNumber } from "../fields.ts";

const PERCENT_MESSAGE = "must be a percentage from 0 to 1,000, with at most 2 decimals";
const MAX_PERCENT = 1_000;

/** Kept as text, so that a rule stays exact. */
const percent = (name: string) =>
  z
    .union([z.string().trim(), z.number().transform(String)], { error: `${name} ${PERCENT_MESSAGE}` })
    .refine((text) => /^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) <= MAX_PERCENT, `${name} ${PERCENT_MESSAGE}`)
    .transform((text) => Number(text).toFixed(2));

/** Decimal text such as "25.00", so that what was read can be sent again. */
const dollars = (name: string) => amount(name).transform((value) => decimalFromCents(value));

const MAX_GRACE_HOURS = 72;

/** Amounts are in dollars. */
export const lateFeeRuleFields = z
  .object({
    name: oneLine("Please name the rule", 100),
    categoryId: orNull(z.uuid({ error: "Please choose a category" })).default(null),
    itemValueMin: orNull(dollars("Smallest value")).default(null).describe("Included. Null for no limit"),
    itemValueMax: orNull(dollars("Largest value")).default(null).describe("Not included. Null for no limit"),
    gracePeriodHours: wholeNumber("Grace period", { least: 0, most: MAX_GRACE_HOURS }).default(2),
    feeType: z.enum(LATE_FEE_TYPES, { error: "Please choose how the fee is calculated" }).default("fixed"),
    feeAmount: z
      .union([z.string().trim(), z.number().transform(String)], { error: "Please enter the fee" })
      .describe("For the first day and unit: dollars, or percent of the daily rate"),
    maxFeeAmount: orNull(dollars("Maximum fee")).default(null).describe("For all units. Null for no maximum"),
    dailyEscalationRate: percent("Increase per day").default("0.00"),
    escalationCapDays: wholeNumber("Days of increase", { least: 1, most: 365 }).default(7),
    priority: wholeNumber("Priority", { least: 0, most: 1_000 }).default(0),
  })
  .transform((rule, context) => {
    const read = (rule.feeType === "fixed" ? dollars("Fee") : percent("Fee")).safeParse(rule.feeAmount);
    if (read.success) return { ...rule, feeAmount: read.data };
    for (const { message } of read.error.issues) context.addIssue({ code: "custom", message, path: ["feeAmount"] });
    return z.NEVER;
  })
  .refine(({ itemValueMin, itemValueMax }) => itemValueMax === null || Number(itemValueMax) > Number(itemValueMin), {
    path: ["itemValueMax"],
    message: "The largest value must be more than the smallest",
  });
export type LateFeeRuleFields = z.output<typeof lateFeeRuleFields>;

const lateFeeRuleView = namedObject("LateFeeRule", {
  id: z.uuid(),
  name: z.string(),
  category: z.object({ id: z.uuid(), name: z.string() }).nullable().describe("Null for all categories"),
  itemValueMin: decimal.nullable(),
  itemValueMax: decimal.nullable(),
  gracePeriodHours: z.int().nonnegative(),
  feeType: z.enum(LATE_FEE_TYPES),
  feeAmount: decimal.describe("Dollars, or percent of the daily rate"),
  maxFeeAmount: decimal.nullable(),
  dailyEscalationRate: decimal.describe("Percent of the first day's fee"),
  escalationCapDays: z.int().positive(),
  priority: z.int(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type LateFeeRuleView = z.infer<typeof lateFeeRuleView>;

const RULES = "/api/admin/late-fee-rules";
const params = z.object({ ruleId: z.uuid() });

export const listLateFeeRules = endpoint({
  method: "GET",
  path: RULES,
  summary: "List late fee rules in the order in which they are considered, inactive ones last",
  access: "admin",
  response: z.array(lateFeeRuleView),
  errors: [],
});

export const createLateFeeRule = endpoint({
  method: "POST",
  path: RULES,
  summary: "Create a late fee rule. Existing bookings keep their terms",
  access: "admin",
  body: lateFeeRuleFields,
  response: lateFeeRuleView,
  status: 201,
  errors: ["validation_failed"],
});

export const updateLateFeeRule = endpoint({
  method: "PUT",
  path: `${RULES}/:ruleId`,
  summary: "Change a late fee rule. Existing bookings keep their terms",
  access: "admin",
  params,
  body: lateFeeRuleFields,
  response: lateFeeRuleView,
  errors: ["validation_failed", "not_found"],
});

export const deactivateLateFeeRule = endpoint({
  method: "POST",
  path: `${RULES}/:ruleId/deactivate`,
  summary: "Deactivate a late fee rule",
  access: "admin",
  params,
  response: lateFeeRuleView,
  errors: ["not_found"],
});

export const activateLateFeeRule = endpoint({
  method: "POST",
  path: `${RULES}/:ruleId/activate`,
  summary: "Activate a late fee rule",
  access: "admin",
  params,
  response: lateFeeRuleView,
  errors: ["not_found"],
});

const rulePreview = namedObject("LateFeeRulePreview", {
  months: z.int().positive().describe("How far back the preview looks"),
  rentalCount: z.int().nonnegative().describe("Returned rentals in that time"),
  ruledCount: z.int().nonnegative().describe("How many of them the rule would have applied to"),
  lateCount: z.int().nonnegative().describe("How many of those were returned late"),
  beforeCents: z.int().nonnegative().describe("Their late fees under the rules as they are now"),
  afterCents: z.int().nonnegative().describe("Their late fees with this rule"),
  examples: z
    .array(
      z.object({
        bookingId: z.uuid(),
        title: z.string(),
        daysLate: z.int().nonnegative(),
        beforeCents: z.int().nonnegative(),
        afterCents: z.int().nonnegative(),
      }),
    )
    .describe("The largest differences"),
});
export type LateFeeRulePreviewView = z.infer<typeof rulePreview>;

export const previewLateFeeRule = endpoint({
  method: "POST",
  path: `${RULES}/preview`,
  summary: "Preview a rule on the rentals of the last months. Nothing is changed",
  access: "admin",
  body: z.object({
    rule: lateFeeRuleFields,
    replacedId: z.uuid().nullable().default(null).describe("The rule that it would replace. Null for a new one"),
  }),
  response: rulePreview,
  errors: ["validation_failed"],
});
