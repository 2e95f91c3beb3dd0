import { RETENTION_DAYS } from "@nexby/domain/condition/retention";
import { CANCELLATION_POLICIES } from "@nexby/domain/listings/item-terms";
import { TAXABLE_LINES, TAXED_LINES } from "@nexby/domain/pricing/price-lines";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { decimalNumber, hasNoUserInfo, namedObject, USER_INFO_MESSAGE, wholeNumber, withoutHidden } from "../fields.ts";
import { history } from "./audit-log.ts";

const REVIEW_HOURS = { least: 1, most: 336 };
const DECISION_HOURS = { least: 1, most: 120 };
const MAX_PENALTY_CENTS = 100_000;
export const MAX_UNVALUED_LOSS_CENTS = 100_000;
const MAX_INSURER_NAME = 80;

/** All platform settings with their defaults. */
export const platformSettings = namedObject("PlatformSettings", {
  autoApproveVerifiedAccounts: z
    .boolean()
    .default(false)
    .describe("Approve accounts automatically once their email and phone are verified"),
  accountReviewHours: z
    .int()
    .min(REVIEW_HOURS.least)
    .max(REVIEW_HOURS.most)
    .default(24)
    .describe("Hours within which admins usually review a new account, as new users are told"),
  ownerDecisionHours: z
    .int()
    .min(DECISION_HOURS.least)
    .max(DECISION_HOURS.most)
    .default(24)
    .describe(
      "Hours an owner has to reply to a request. The rental's start or the card authorization can shorten them",
    ),
  insurerName: z
    .string()
    .max(MAX_INSURER_NAME)
    .default("")
    .describe("The insurer that checkout names. Without it or its terms, insurance isn't offered"),
  insuranceTermsUrl: z
    .union([z.literal(""), z.url({ protocol: /^https$/ })])
    .default("")
    .describe("The insurer's terms, which checkout links"),
  insuranceRate: z.number().min(0).max(100).default(10).describe("Insurance price, as a percentage of the rental"),
  taxedLines: z
    .array(z.enum(TAXABLE_LINES))
    .default([...TAXED_LINES])
    .describe("The price lines that are taxed"),
  defaultCancellationPolicy: z
    .enum(CANCELLATION_POLICIES)
    .default("flexible")
    .describe("The policy of new listings whose owner doesn't choose one"),
  refundsAllTax: z
    .boolean()
    .default(true)
    .describe("Whether a cancellation refunds all tax, or only the tax on the refunded amount"),
  ownerCancelPenaltyCents: z
    .int()
    .min(0)
    .max(MAX_PENALTY_CENTS)
    .default(0)
    .describe("The penalty for an owner who cancels an approved booking"),
  lateFeeCommissionPercent: z
    .number()
    .min(0)
    .max(100)
    .default(0)
    .describe("Our share of late fees, in percent, as agreed at checkout"),
  unvaluedLossCents: z
    .int()
    .min(0)
    .max(MAX_UNVALUED_LOSS_CENTS)
    .default(20_000)
    .describe(
      "The most an owner can name for a lost unit that has no replacement value, pieces or deposit, as agreed at checkout",
    ),
  evidenceRetentionDays: z
    .int()
    .min(RETENTION_DAYS.least)
    .max(RETENTION_DAYS.most)
    .default(365)
    .describe("Days after a rental's end until its photos are deleted. Their hashes stay"),
});
export type PlatformSettings = z.infer<typeof platformSettings>;
export type SettingKey = keyof PlatformSettings;

const yesNo = z.boolean({ error: "Please choose yes or no" });
const percent = (name: string) =>
  decimalNumber(name, { least: 0, most: 100 }).refine(
    (rate) => Math.round(rate * 100) / 100 === rate,
    `${name} can have at most two decimals`,
  );
const TERMS_LINK_MESSAGE = "The link to the terms must start with https://";
const termsLink = z.url({ protocol: /^https$/ }).max(500);
/** Either text can be empty: then insurance isn't offered. */
const insurerName = z
  .string({ error: "Please enter the insurer's name" })
  .trim()
  .max(MAX_INSURER_NAME, `Please use at most ${MAX_INSURER_NAME} characters`)
  .refine((name) => withoutHidden(name) === name, "Please remove line breaks and hidden characters");
const insuranceTermsUrl = z
  .string({ error: TERMS_LINK_MESSAGE })
  .trim()
  .refine((link) => link === "" || termsLink.safeParse(link).success, TERMS_LINK_MESSAGE)
  .refine(hasNoUserInfo, USER_INFO_MESSAGE);
const LINES_MESSAGE = "Please choose charges from the list";

const settingsChange = z
  .object({
    autoApproveVerifiedAccounts: yesNo,
    accountReviewHours: wholeNumber("Hours to review", REVIEW_HOURS),
    ownerDecisionHours: wholeNumber("Hours to reply", DECISION_HOURS),
    insurerName,
    insuranceTermsUrl,
    insuranceRate: percent("Insurance"),
    taxedLines: z
      .array(z.enum(TAXABLE_LINES, { error: LINES_MESSAGE }), { error: LINES_MESSAGE })
      .max(50, LINES_MESSAGE)
      // Always in the same order, so that choosing the same lines is not a change.
      .transform((chosen) => TAXABLE_LINES.filter((line) => chosen.includes(line))),
    defaultCancellationPolicy: z.enum(CANCELLATION_POLICIES, { error: "Please choose a cancellation policy" }),
    refundsAllTax: yesNo,
    ownerCancelPenaltyCents: wholeNumber("Penalty in cents", { least: 0, most: MAX_PENALTY_CENTS }),
    lateFeeCommissionPercent: percent("Share of late fees"),
    unvaluedLossCents: wholeNumber("Amount in cents", { least: 0, most: MAX_UNVALUED_LOSS_CENTS }),
    evidenceRetentionDays: wholeNumber("Days to keep photos", RETENTION_DAYS),
  })
  .partial();

export const getPlatformSettings = endpoint({
  method: "GET",
  path: "/api/admin/settings",
  summary: "Get the platform settings",
  access: "admin",
  response: platformSettings,
  errors: [],
});

export const updatePlatformSettings = endpoint({
  method: "PATCH",
  path: "/api/admin/settings",
  summary: "Update platform settings. Existing bookings keep their terms",
  access: "admin",
  body: settingsChange,
  response: platformSettings,
  errors: ["validation_failed"],
});

export const listSettingsHistory = endpoint({
  method: "GET",
  path: "/api/admin/settings/history",
  summary: "List changes to the settings, newest first",
  access: "admin",
  ...history,
  errors: ["validation_failed"],
});

/** The listing form starts with these defaults, which apply when an owner chooses nothing. */
export const getListingDefaults = endpoint({
  method: "GET",
  path: "/api/owner/listing-defaults",
  summary: "Get the defaults of a new listing",
  access: "signed-in",
  response: platformSettings.pick({ defaultCancellationPolicy: true }),
  errors: [],
});
