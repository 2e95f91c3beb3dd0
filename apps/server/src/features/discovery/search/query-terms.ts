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
export type QueryTerms = readonly (readonly string[])[];

const MAX_STEMS = 12;
const MIN_GUESS = 4;
const SHORT_WORD = 5;

/** A word that no listing has is taken for the beginning of one, or else for a slip of the finger; or else left out. */
export function queryTerms(typed: readonly TypedWord[]): QueryTerms {
  return typed.map(stemsFor).filter((stems) => stems.length > 0);
}

function stemsFor({ term, lexeme, isKnown, longer, similar }: TypedWord): string[] {
  if (isKnown) return [lexeme];
  if (longer.length > 0) return distinct(longer);
  if (term.length < MIN_GUESS) return [];
  const guesses = similar
    .map((guess) => ({ ...guess, slips: editDistance(term, guess.term) }))
    .filter(({ slips }) => slips <= (term.length <= SHORT_WORD ? 1 : 2));
  const fewest = Math.min(...guesses.map(({ slips }) => slips));
  return distinct(guesses.filter(({ slips }) => slips === fewest));
}

const distinct = (terms: readonly Term[]): string[] =>
  [...new Set(terms.map(({ lexeme }) => lexeme))].slice(0, MAX_STEMS);

const quoted = (stem: string, weights: string) => `'${stem.replaceAll(/['\\]/g, "")}'${weights}`;

const anyOf = (stems: readonly string[], weights = "") => `(${stems.map((stem) => quoted(stem, weights)).join(" | ")})`;

/** As the database's full text query: every word, or any of them. */
export const allWords = (words: QueryTerms): string => words.map((stems) => anyOf(stems)).join(" & ");
export const anyWord = (words: QueryTerms): string => words.map((stems) => anyOf(stems)).join(" | ");
/** One query for each word; the second kind finds it in titles only. */
export const eachWord = (words: QueryTerms): string[] => words.map((stems) => anyOf(stems));
export const eachWordInTitle = (words: QueryTerms): string[] => words.map((stems) => anyOf(stems, ":A"));

/** How many slips (a letter too many, too few, another, or two swapped) make one word the other. */
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
