import { US_STATES } from "@nexby/domain/kernel/us-states";

/** A possible interpretation of a text: a town in any of these states. */
export type Reading = {
  /** Lower case, with single spaces between words. */
  spellings: string[];
  /** Null: any state. */
  states: string[] | null;
  /** True when the text may be only the beginning of the town's name. */
  isOpen: boolean;
};

/** A ZIP takes precedence; towns are used when there is no ZIP or it is unknown. */
export type PlaceText = { zipCode: string | null; zipPrefix: string | null; readings: Reading[] };

const COUNTRY = /[\s,]+(usa|us|united states( of america)?)$/;
const ZIP_AT_END = /(?:^|[\s,])(\d{5})(?:-\d{0,4})?$/;
const ZIP_PREFIX = /^\d{2,4}$/;
const ZIP_PREFIX_AT_END = /[\s,]+\d{1,4}$/;

/** Maximum number of trailing words tried as the town's name when an address has no commas. */
const MAX_TOWN = 4;
const MAX_STATE = 3;

const STATES = Object.entries({ ...US_STATES, AA: "Armed Forces", AE: "Armed Forces", AP: "Armed Forces" }).map(
  ([code, name]) => ({ code, abbreviation: code.toLowerCase(), name: name.toLowerCase() }),
);

const ABBREVIATED: Record<string, string> = { saint: "st", sainte: "ste", fort: "ft", mount: "mt" };
const SPELLED_OUT = Object.fromEntries(Object.entries(ABBREVIATED).map(([long, short]) => [short, long]));

export function readPlaceText(text: string): PlaceText {
  const clean = fold(text);
  const zipCode = ZIP_AT_END.exec(clean)?.[1] ?? null;
  const zipPrefix = ZIP_PREFIX.test(clean) ? clean : null;
  const named = clean.replace(ZIP_AT_END, "").replace(ZIP_PREFIX_AT_END, "");
  const parts = named
    .split(",")
    .map((part) => part.replaceAll("-", " ").trim().replaceAll(/\s+/g, " "))
    .filter((part) => part !== "");
  return { zipCode, zipPrefix, readings: zipPrefix ? [] : readingsOf(parts) };
}

/**
 * Lower case, without accents and punctuation: "St. Mary's" becomes "st mary s", which also matches the stored names.
 */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(".", "")
    .replaceAll(/[^a-z0-9,-]+/g, " ")
    .replace(/^[\s,-]+|[\s,-]+$/g, "")
    .replace(COUNTRY, "");
}

function readingsOf(parts: readonly string[]): Reading[] {
  const last = parts.at(-1);
  if (last === undefined) return [];
  const before = parts.at(-2);
  const states = statesLike(last);
  if (before !== undefined && states.length > 0) return townReadings(before, states);
  const words = last.split(" ");
  const withState = Array.from({ length: Math.min(MAX_STATE, words.length - 1) }, (_, index) => {
    const codes = statesNamed(words.slice(-1 - index).join(" "));
    return codes.length > 0 ? townReadings(words.slice(0, -1 - index).join(" "), codes) : [];
  });
  return [...withState.flat(), ...townReadings(last, null)];
}

/** States by code or name; otherwise by a prefix of either. */
function statesLike(text: string): string[] {
  const exact = statesNamed(text);
  if (exact.length > 0) return exact;
  return STATES.filter(({ abbreviation, name }) => abbreviation.startsWith(text) || name.startsWith(text)).map(
    ({ code }) => code,
  );
}

const statesNamed = (text: string): string[] =>
  STATES.filter(({ abbreviation, name }) => abbreviation === text || name === text).map(({ code }) => code);

/** Text that starts with a number may be a street address, so its last words are tried as the town. */
function townReadings(text: string, states: string[] | null): Reading[] {
  const whole = { spellings: spellingsOf(text), states, isOpen: true };
  if (!/^\d/.test(text)) return [whole];
  const words = text.split(" ");
  return Array.from({ length: Math.min(MAX_TOWN, words.length - 1) }, (_, index) => ({
    spellings: spellingsOf(words.slice(-1 - index).join(" ")),
    states,
    isOpen: false,
  })).reverse();
}

function spellingsOf(text: string): string[] {
  const rewrite = (by: Record<string, string>) => text.replaceAll(/[a-z]+/g, (word) => by[word] ?? word);
  return [...new Set([text, rewrite(SPELLED_OUT), rewrite(ABBREVIATED)])];
}
