import { editDistance } from "./edit-distance.ts";

/** A known word: as listings write it, and the stem it is indexed by. */
export type Term = { term: string; lexeme: string };

/** A word that was typed, and what is known about it. */
export type TypedWord = {
  term: string;
  lexeme: string;
  /** Whether some listing has it. */
  isKnown: boolean;
  /** Terms that begin with it. */
  longer: readonly Term[];
  /** Terms that may be meant. */
  similar: readonly Term[];
};

/** What to look for: each word as the stems that would do. */
export type WantedWords = readonly (readonly string[])[];

const MOST_STEMS = 12;
const SHORTEST_GUESS = 4;
const SHORT_WORD = 5;

/** A word that no listing has is taken for the beginning of one, or else for a slip of the finger; or else left out. */
export function wantedWords(typed: readonly TypedWord[]): WantedWords {
  return typed.map(stemsFor).filter((stems) => stems.length > 0);
}

function stemsFor({ term, lexeme, isKnown, longer, similar }: TypedWord): string[] {
  if (isKnown) return [lexeme];
  if (longer.length > 0) return distinct(longer);
  if (term.length < SHORTEST_GUESS) return [];
  const guesses = similar
    .map((guess) => ({ ...guess, slips: editDistance(term, guess.term) }))
    .filter(({ slips }) => slips <= (term.length <= SHORT_WORD ? 1 : 2));
  const fewest = Math.min(...guesses.map(({ slips }) => slips));
  return distinct(guesses.filter(({ slips }) => slips === fewest));
}

const distinct = (terms: readonly Term[]): string[] =>
  [...new Set(terms.map(({ lexeme }) => lexeme))].slice(0, MOST_STEMS);

const quoted = (stem: string, weights: string) => `'${stem.replaceAll(/['\\]/g, "")}'${weights}`;

const anyOf = (stems: readonly string[], weights = "") => `(${stems.map((stem) => quoted(stem, weights)).join(" | ")})`;

/** As the database's full text query: every word, or any of them. */
export const allWords = (words: WantedWords): string => words.map((stems) => anyOf(stems)).join(" & ");
export const anyWord = (words: WantedWords): string => words.map((stems) => anyOf(stems)).join(" | ");
/** One query for each word; the second kind finds it in titles only. */
export const eachWord = (words: WantedWords): string[] => words.map((stems) => anyOf(stems));
export const eachWordInTitle = (words: WantedWords): string[] => words.map((stems) => anyOf(stems, ":A"));
