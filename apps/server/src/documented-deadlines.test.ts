import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type PlatformSettings, platformSettings } from "@nexby/contract/admin/settings";
import { refundDeadlines } from "@nexby/domain/bookings/cancellation";
import { DAY, HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { CANCELLATION_POLICIES } from "@nexby/domain/listings/item-terms";
import { getTableColumns } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { categories } from "./schema/listings.ts";

const ROOT = new URL("../../../", import.meta.url);
const PAGE = "docs/bookings.md";
const TITLE = "## Every deadline and every charge";

/** Where the deadlines and charges of bookings are decided. */
const FOLDERS = ["bookings", "damage", "deposits", "extensions", "late-fees", "payments", "planning", "reviews"].map(
  (area) => `packages/domain/src/${area}/`,
);
const FILES = ["apps/server/src/features/checkout/create-booking.ts"];

/** Constants and settings that are neither a deadline nor a charge. */
const EXEMPT: Record<string, string> = {
  JUST_AFTER_MS: "the smallest step of time",
  FAST_MS: "a badge for owners",
  REPLY_WINDOW_DAYS: "a badge for owners",
  MAX_DAYS: "how many days are searched for suggestions",
  MAX_RENTAL_DAYS: "the longest rental of a listing without a limit of its own",
  accountReviewHours: "new accounts, before any booking",
};

const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

type Value = number | readonly number[];
const UNITS: Record<string, number> = { MINUTE, HOUR, DAY };

function constantsOf(source: string): [string, string][] {
  return [...source.matchAll(/^(?:export )?const ([A-Z][A-Z_]+) = ([^;]+);/gm)].map(([, name = "", text = ""]) => [
    name,
    text.replace(/ as const$/, ""),
  ]);
}

function readConstants(): Map<string, string> {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(fileURLToPath(new URL(folder, ROOT)))
      .filter((name) => name.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(name))
      .map((name) => folder + name),
  );
  return new Map([...below, ...FILES].flatMap((file) => constantsOf(read(file))));
}

const CONSTANTS = readConstants();

/** The number a constant stands for, such as `48 * HOUR`, or the numbers of a list. */
function numbersOf(text: string): Value {
  if (text.startsWith("[")) return text.slice(1, -1).split(",").map(numberOf);
  return numberOf(text);
}

function numberOf(text: string): number {
  return text.split("*").reduce((product, part) => {
    const factor = part.trim();
    return (
      product * (UNITS[factor] ?? (CONSTANTS.has(factor) ? numberOf(CONSTANTS.get(factor) ?? "") : Number(factor)))
    );
  }, 1);
}

const anyOf = (texts: readonly string[]) => new RegExp(`(?<![\\d.,])(${texts.join("|")})(?![\\d%])`);
const list = (numbers: readonly number[]) =>
  numbers.length < 2 ? numbers.join() : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;

/** How a row has to say a value: in hours or days, in dollars, or as a number. */
function wordingOf(name: string, value: Value): RegExp {
  const numbers = [value].flat();
  const inUnit = (unit: number) => list(numbers.map((number) => number / unit));
  if (/_MS$/.test(name)) return anyOf([`${inUnit(MINUTE)} minutes?`, `${inUnit(HOUR)} hours?`, `${inUnit(DAY)} days?`]);
  if (/_MINUTES$/.test(name)) return anyOf([`${inUnit(1)} minutes?`]);
  if (/(_HOURS|Hours)$/.test(name)) return anyOf([`${inUnit(1)} hours?`]);
  if (/(_DAYS|Days)$/.test(name)) return anyOf([`${inUnit(1)} days?`]);
  if (/(_CENTS|Cents)$/.test(name)) return anyOf([`\\$${(numbers[0] ?? 0) / 100}(0?)`, `\\$${inUnit(100)}`]);
  if (/(Rate|Percent)$/.test(name)) return new RegExp(`(?<!\\d)${inUnit(1)}%`);
  return anyOf([`${inUnit(1)}(rd)?`]);
}

const SETTINGS = platformSettings.parse({});
const COLUMNS = getTableColumns(categories);

/** The wordings a row needs for a name in its last column. */
function wordingsOf(name: string): RegExp[] {
  const policy = CANCELLATION_POLICIES.find((each) => name === `TIERS.${each}`);
  if (policy) return tiersOf(policy);
  if (name in SETTINGS) return [wordingOf(name, SETTINGS[name as keyof PlatformSettings] as number)];
  if (name in COLUMNS) return [wordingOf(name, Number(COLUMNS[name as keyof typeof COLUMNS].default))];
  const [constant = "", index] = name.split(/[[\]]/);
  const text = CONSTANTS.get(constant);
  if (text === undefined) throw new Error(`${PAGE} names ${name}, which doesn't exist`);
  const value = numbersOf(text);
  return [wordingOf(constant, index === undefined ? value : ([value].flat()[Number(index)] ?? Number.NaN))];
}

function tiersOf(policy: (typeof CANCELLATION_POLICIES)[number]): RegExp[] {
  const start = new Date(0);
  return refundDeadlines(policy, start).map(({ percent, until }) => {
    const hours = (start.getTime() - until.getTime()) / HOUR;
    return new RegExp(`${percent}% until ${hours === 0 ? "the start" : `${hours} hours before the start`}`);
  });
}

type Row = { when: string; line: string; names: string[] };

function readRows(): Row[] {
  const [, section = ""] = read(PAGE).split(`${TITLE}\n`);
  const lines = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) => {
    const cells = line.split(" | ");
    return {
      when: (cells[0] ?? "").slice("| ".length),
      line: cells.slice(0, -1).join(" | "),
      names: [...(cells.at(-1) ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
    };
  });
}

const ROWS = readRows();
const NAMED = ROWS.flatMap(({ names, when, line }) => names.map((name) => [name, when, line] as const));

describe("the table of deadlines and charges in docs/bookings.md", () => {
  it.each(NAMED)(
    "the table of deadlines and charges in docs/bookings.md says the value of %s in the row “%s”",
    (name, _, line) => {
      for (const wording of wordingsOf(name)) expect(line).toMatch(wording);
    },
  );

  it("the table of deadlines and charges in docs/bookings.md has a row for every deadline, every limit in days or hours and every amount in the code and the settings", () => {
    const isDeadline = (name: string) => /_(MS|MINUTES|HOURS|DAYS|CENTS)$/.test(name);
    const isTerm = (name: string) => /(Hours|Days|Cents|Percent|Rate)$/.test(name);
    const needed = [
      ...[...CONSTANTS.keys()].filter(isDeadline),
      ...Object.keys(SETTINGS).filter(isTerm),
      ...CANCELLATION_POLICIES.map((policy) => `TIERS.${policy}`),
    ];
    expect(needed.length).toBeGreaterThan(40);
    const named = new Set(NAMED.map(([name]) => name));
    expect(needed.filter((name) => !named.has(name) && !(name in EXEMPT))).toEqual([]);
    expect(Object.keys(EXEMPT).filter((name) => named.has(name) || !needed.includes(name))).toEqual([]);
  });
});
