import { expect, test } from "vitest";
import { z } from "zod";
import { signUp } from "./accounts/accounts.ts";
import { updateProfile } from "./accounts/profile.ts";
import { sendHelpMessage } from "./content/support.ts";
import { savedSearchNaming } from "./discovery/saved-searches.ts";
import { oneLine, optionalAmount, orNull } from "./fields.ts";
import { createCategory } from "./listings/categories.ts";
import { foodTruckFields, listingChange } from "./listings/listing-fields.ts";
import { subscribeCalendar } from "./listings/owner-calendar.ts";

const BLANK = ["", " ", "\t\n", "\u00a0", undefined, null];

test.each(BLANK)("a text field treats %j as empty, although trimming happens later", (typed) => {
  expect(orNull(z.string().trim()).parse(typed)).toBeNull();
  expect(optionalAmount("Deposit").parse(typed)).toBe(0);
});

test("a text field keeps values and trims text", () => {
  expect(orNull(z.string().trim()).parse(" kayak ")).toBe("kayak");
  expect(orNull(z.number()).parse(0)).toBe(0);
  expect(listingChange.parse({ availabilityNotes: " " })).toEqual({ availabilityNotes: null });
});

const HIDDEN = "Please remove line breaks and hidden characters";

/** The message for one field, or undefined if it is accepted. */
const problemOf = (schema: z.ZodType, field: string, value: unknown) =>
  schema.safeParse({ [field]: value }).error?.issues.find(({ path }) => path.join(".") === field)?.message;

test.each([
  ["a line break", "Tent\nOfficial"],
  ["a line separator", "Tent\u2028Official"],
  ["a control character", "Tent\u0007"],
  ["a C1 control character", "Tent\u0085Official"],
  ["a right-to-left override", "Tent \u202Egnp.exe"],
  ["a direction isolate", "\u2067Tent\u2069"],
  ["an unpaired surrogate", "Tent \uD800"],
  ["a zero-width space", "Te\u200Bnt"],
  ["a zero-width space at its end", "Tent\u200B"],
  ["a joiner between Latin letters", "Te\u200Dnt"],
  ["a joiner that a joiner follows", "علی\u200C\u200Cرضا"],
  ["a soft hyphen", "Te\u00ADnt"],
  ["a word joiner", "Te\u2060nt"],
  ["a byte order mark", "Te\uFEFFnt"],
  ["a filler", "Te\u3164nt"],
  ["a variation selector after a letter", "Te\uFE0Fnt"],
  ["a variation selector after a digit", "Tent 1\uFE0F"],
  ["a tag", "Tent\u{E0041}"],
  ["a right-to-left mark", "שלום\u200F"],
  ["an Arabic letter mark", "Tent\u061C"],
  ["a private character", "Tent\uE000"],
])("a text field rejects a name with %s", (_, name) => {
  expect(oneLine("Name is required", 50).safeParse(name).error?.issues[0]?.message).toBe(HIDDEN);
});

test.each(["\u200B", "\u00AD\u2060", "\u3164", "\u115F \uFFA0", "\u2800", "\uFE0F", "\u{E0041}", "\u200F"])(
  "a text field treats the invisible name %j as missing",
  (name) => {
    expect(oneLine("Name is required", 50).safeParse(name).error?.issues[0]?.message).toBe("Name is required");
  },
);

test.each(["", " ", "\u200B", "\u0007"])("a text field reports the missing name %j once", (name) => {
  const { error } = oneLine("Name is required", 50).safeParse(name);
  expect(error?.issues.map(({ message }) => message)).toEqual(["Name is required"]);
});

test.each([
  "🚲",
  "👨‍👩‍👧‍👦",
  "🏳️‍🌈",
  "👩🏽‍🚒",
  "❤️",
  "1️⃣",
  "O’Neil-Ünï",
  "שלום",
  "علی‌رضا",
  "क्‍ष",
  "李",
  "e\u0301",
  " Tent ",
])("a text field accepts the name %j", (name) => {
  expect(oneLine("Name is required", 50).parse(name)).toBe(name.trim());
});

test.each([
  ["firstName", signUp.body],
  ["lastName", signUp.body],
  ["firstName", updateProfile.body],
  ["lastName", updateProfile.body],
  ["city", updateProfile.body],
  ["name", sendHelpMessage.body],
  ["subject", sendHelpMessage.body],
  ["title", listingChange],
  ["location", listingChange],
  ["name", createCategory.body],
  ["name", savedSearchNaming],
  ["name", subscribeCalendar.body],
])("a text field rejects hidden characters in names and titles: %s", (field, schema) => {
  expect(problemOf(schema, field, "Tent \u202Egnp.exe")).toBe(HIDDEN);
  expect(problemOf(schema, field, "\u200B")).toMatch(/ is required$/);
});

test.each([
  ["menuUrl", foodTruckFields],
  ["url", subscribeCalendar.body],
])("a text field rejects links with a username or password: %s", (field, schema) => {
  const message = "The link must not contain a username or password";
  expect(problemOf(schema, field, "https://nexby.example@evil.example/")).toBe(message);
  expect(problemOf(schema, field, "https://:secret@evil.example/")).toBe(message);
  expect(problemOf(schema, field, "https:\\\\nexby.example@evil.example/")).toBeDefined();
  for (const hidden of ["https:\t//", "https:/\n/", "\u0001https://", "ht\ntps://"]) {
    expect(problemOf(schema, field, `${hidden}nexby.example@evil.example/`)).toBeDefined();
  }
  expect(problemOf(schema, field, "https://menu.example/@tacos?at=a@b")).toBeUndefined();
});
