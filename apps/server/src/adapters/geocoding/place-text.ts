import { US_STATES } from "@nexby/domain/kernel/us-states";

/** One way to understand a text: a town, in any of these states. */
export type Reading = {
  /** The town's possible spellings, in lower case, words apart by one space. */
  spellings: string[];
  /** Null: any state. */
  states: string[] | null;
  /** Whether the town may go on where the text ends. */
  isOpen: boolean;
};

/** What a typed text can mean. A ZIP decides; towns count when there is none, or nobody knows it. */
export type PlaceText = { zipCode: string | null; zipPrefix: string | null; readings: Reading[] };

const COUNTRY = /[\s,]+(usa|us|united states( of america)?)$/;
const ZIP_AT_END = /(?:^|[\s,])(\d{5})(?:-\d{0,4})?$/;
const BEGUN_ZIP = /^\d{2,4}$/;
const BEGUN_ZIP_AT_END = /[\s,]+\d{1,4}$/;

/** Words of an address without commas that may belong to the town's name. */
const MAX_TOWN = 4;
const MAX_STATE = 3;

const STATES = Object.entries({ ...US_STATES, AA: "Armed Forces", AE: "Armed Forces", AP: "Armed Forces" }).map(
  ([code, name]) => ({ code, words: code.toLowerCase(), name: name.toLowerCase() }),
);

const ABBREVIATED: Record<string, string> = { saint: "st", sainte: "ste", fort: "ft", mount: "mt" };
const SPELLED_OUT = Object.fromEntries(Object.entries(ABBREVIATED).map(([long, short]) => [short, long]));

export function readPlaceText(text: string): PlaceText {
  const clean = fold(text);
  const zipCode = ZIP_AT_END.exec(clean)?.[1] ?? null;
  const zipPrefix = BEGUN_ZIP.test(clean) ? clean : null;
  const named = clean.replace(ZIP_AT_END, "").replace(BEGUN_ZIP_AT_END, "");
  const parts = named
    .split(",")
    .map((part) => part.replaceAll("-", " ").trim().replaceAll(/\s+/g, " "))
    .filter((part) => part !== "");
  return { zipCode, zipPrefix, readings: zipPrefix ? [] : readingsOf(parts) };
}

/** Lower case, without accents and signs: "St. Mary's" is "st mary s", and what the table has is matched likewise. */
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

/** A state by its code or its name; else by how either begins. */
function statesLike(text: string): string[] {
  const exact = statesNamed(text);
  if (exact.length > 0) return exact;
  return STATES.filter(({ words, name }) => words.startsWith(text) || name.startsWith(text)).map(({ code }) => code);
}

const statesNamed = (text: string): string[] =>
  STATES.filter(({ words, name }) => words === text || name === text).map(({ code }) => code);

/** The text as a town; what looks like a street and a house before it may be the beginning of an address. */
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
