/** A known word as listings spell it, and the stem it is indexed by. */
export type Term = { term: string; lexeme: string };

export type TypedWord = {
  term: string;
  lexeme: string;
  isKnown: boolean;
  longer: readonly Term[];
  /** Possible corrections. */
  similar: readonly Term[];
};

/** For each typed word, the alternative stems to search for. */
export type QueryTerms = readonly (readonly string[])[];

const MAX_STEMS = 12;
const MIN_GUESS = 4;
const SHORT_WORD = 5;

/** A word that no listing contains is treated as a prefix, else as a typo; without matches it is dropped. */
export function queryTerms(typed: readonly TypedWord[]): QueryTerms {
  return typed.map(stemsFor).filter((stems) => stems.length > 0);
}

function stemsFor({ term, lexeme, isKnown, longer, similar }: TypedWord): string[] {
  if (isKnown) return [lexeme];
  if (longer.length > 0) return distinct(longer);
  if (term.length < MIN_GUESS) return [];
  const guesses = similar
    .map((guess) => ({ ...guess, edits: editDistance(term, guess.term) }))
    .filter(({ edits }) => edits <= (term.length <= SHORT_WORD ? 1 : 2));
  const fewest = Math.min(...guesses.map(({ edits }) => edits));
  return distinct(guesses.filter(({ edits }) => edits === fewest));
}

const distinct = (terms: readonly Term[]): string[] =>
  [...new Set(terms.map(({ lexeme }) => lexeme))].slice(0, MAX_STEMS);

const quoted = (stem: string, weights: string) => `'${stem.replaceAll(/['\\]/g, "")}'${weights}`;

const anyOf = (stems: readonly string[], weights = "") => `(${stems.map((stem) => quoted(stem, weights)).join(" | ")})`;

/** As a tsquery: every word, or any of them. */
export const allWords = (words: QueryTerms): string => words.map((stems) => anyOf(stems)).join(" & ");
export const anyWord = (words: QueryTerms): string => words.map((stems) => anyOf(stems)).join(" | ");
/** A tsquery per word; the second variant matches titles only. */
export const eachWord = (words: QueryTerms): string[] => words.map((stems) => anyOf(stems));
export const eachWordInTitle = (words: QueryTerms): string[] => words.map((stems) => anyOf(stems, ":A"));

/** Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of adjacent letters. */
export function editDistance(one: string, other: string): number {
  const a = [...one];
  const b = [...other];
  let beforeLast: number[] = [];
  let last = b.map((_, index) => index + 1);
  last.unshift(0);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, otherLetter] of b.entries()) {
      const replaced = (last[j] ?? 0) + Number(letter !== otherLetter);
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === otherLetter;
      const swapped = isSwapped ? (beforeLast[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, (last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? a.length;
}
