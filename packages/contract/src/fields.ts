import { isLocalDate, type LocalDate } from "@nexby/domain/kernel/calendar";
import { cents, centsFromDecimal } from "@nexby/domain/kernel/money";
import { z } from "zod";

/** Dates outside this range are typos, and date arithmetic on them would leave the four-digit years. */
const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2199-12-31";

/** An object that the OpenAPI document describes once, under this name. Each name belongs to one schema. */
export const namedObject = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.object(shape).meta({ id });

/** The response of commands that have nothing else to tell. */
export const done = namedObject("Done", { success: z.literal(true) });

/** A date that exists, such as 2026-06-30. */
export const localDay = (message = "Please choose a date") =>
  z
    .string({ error: message })
    .meta({ format: "date" })
    .refine((text) => isLocalDate(text) && text >= FIRST_DAY && text <= LAST_DAY, message)
    .transform((text) => text as LocalDate);

/** Omitted, or empty in a form. Spaces count as empty too: trimming happens later and would leave an empty text. */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isBlank(value) ? null : value), schema.nullable());

/** Control characters, line breaks, unpaired surrogates, and marks that change the direction of the text after them. */
const DISRUPTIVE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu;

/** U+2800 is a blank that Unicode counts as a symbol. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Nobody sees these, but they make two names that look the same different, or change the direction of a text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const JOINING =
  "\\p{sc=Arab}\\p{sc=Beng}\\p{sc=Deva}\\p{sc=Gujr}\\p{sc=Guru}\\p{sc=Knda}\\p{sc=Khmr}\\p{sc=Mlym}\\p{sc=Mong}\\p{sc=Orya}\\p{sc=Sinh}\\p{sc=Taml}\\p{sc=Telu}";
/** Parts of an emoji, and joiners that change how the letters of some scripts look, as in Persian names. */
const NEEDED = new RegExp(
  [
    "(?<=\\p{Extended_Pictographic}\\p{Emoji_Modifier}?)[\\uFE0E\\uFE0F]",
    "(?<=[0-9#*])\\uFE0F(?=\\u20E3)",
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
    `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
  ].join("|"),
  "gu",
);

export const isVisible = (text: string): boolean => text.replace(INVISIBLE, "") !== "";

/** For names that others gave us. */
export function withoutHidden(text: string): string {
  const needed = new Set([...text.matchAll(NEEDED)].map(({ index }) => index));
  return text.replace(HIDDEN, (character, index: number) => (needed.has(index) ? character : ""));
}

export const withoutDisruptive = (text: string): string => text.replace(DISRUPTIVE, "");

/**
 * A name or title: one line that others can see and that cannot disguise the text around it. A value gets one message.
 * The rules don't abort, because then a form's rules about several fields would not run.
 */
export const oneLine = (required: string, most: number, tooLong = `Please use at most ${most} characters`) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(most, tooLong)
    .refine((text) => text === "" || isVisible(text), required)
    .refine((text) => !isVisible(text) || withoutHidden(text) === text, HIDDEN_MESSAGE);

const HIDDEN_MESSAGE = "Please remove line breaks and hidden characters";

/** Browsers accept any number of slashes after the scheme, and backslashes as slashes. */
const USER_INFO = /^[a-z]+:[/\\]*[^/?#\\]*@/i;

/** Browsers ignore line breaks, tabs and control characters in an address. */
const IGNORED_IN_ADDRESS = /[\s\p{Cc}]/gu;

/** A username in an address can pass for the site's name: https://nexby.example@evil.example. */
export const hasNoUserInfo = (address: string): boolean => !USER_INFO.test(address.replace(IGNORED_IN_ADDRESS, ""));

export const USER_INFO_MESSAGE = "The link must not contain a username or password";

const MAX_CENTS = 10_000_000;
const MOST = `$${(MAX_CENTS / 100).toLocaleString("en-US")}`;

/** JSON format of an amount whose name does not end in Cents. */
export const decimal = z.string().regex(/^\d+\.\d{2}$/);

/** Parses an amount as people type it, "25", "25.00" or 25, into whole cents. */
export const amount = (name: string) => {
  const missing = `${name} is required`;
  const unreadable = `${name} must be an amount such as 25.00`;
  return z
    .union([z.string().trim().max(20), z.number()], {
      error: ({ input }) => (input === undefined || input === null ? missing : unreadable),
    })
    .transform((typed, context) => {
      const read = centsFromDecimal(typed);
      if (read.ok && read.value <= MAX_CENTS) return read.value;
      const message = typed === "" ? missing : read.ok ? `${name} must be at most ${MOST}` : unreadable;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
};

/** An amount that may be omitted or left empty in a form; defaults to zero. */
export const optionalAmount = (name: string) => z.preprocess((typed) => (isBlank(typed) ? 0 : typed), amount(name));

/** Cents in JSON, as a number or its digits. */
export const centsAmount = (name: string) =>
  wholeNumber(name, { least: 0, most: MAX_CENTS }).transform((value) => cents(value));

export const wholeNumber = (name: string, { least, most }: { least: number; most: number }) => {
  const message = `${name} must be a whole number from ${least.toLocaleString("en-US")} to ${most.toLocaleString("en-US")}`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,15}$/, message)
          .transform(Number),
      ],
      { error: message },
    )
    .pipe(z.int(message).min(least, message).max(most, message));
};

export const decimalNumber = (name: string, { least, most }: { least: number; most: number }) => {
  const range = `${name} must be from ${least.toLocaleString("en-US")} to ${most.toLocaleString("en-US")}`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d{1,9}(\.\d{1,15})?$/)
          .transform(Number),
      ],
      { error: `${name} must be a number` },
    )
    .pipe(z.number().min(least, range).max(most, range));
};

const PAGE_SIZE = 24;
const MAX_PAGE_SIZE = 100;

const PAGE_SIZE_MESSAGE = "Limit must be a whole number, 1 or more";

/** A limit above the maximum is not an error but is reduced to it. The next page is in the Link header. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^\d{1,9}$/, PAGE_SIZE_MESSAGE)
    .transform(Number)
    .pipe(z.int().min(1, PAGE_SIZE_MESSAGE))
    .transform((limit) => Math.min(limit, MAX_PAGE_SIZE))
    .default(PAGE_SIZE)
    .describe(`Items per page, at most ${MAX_PAGE_SIZE}`),
  cursor: z.string().max(500).optional().describe("From the Link header of the previous page"),
};
