import type { TextSpan } from "../../kernel/plain-text.ts";

/** Digits in a text: "201", "five", "fifty-five", "2O1", "thr33", "fivefivefive". */
export type NumberToken = TextSpan & {
  digits: string;
  /** Of the first token of a run: nothing. Else what stands between it and the one before, without filler words. */
  gap: string;
  /** Whether filler words stand before it: "201 then 555". */
  isLoose: boolean;
};

const UNITS = "zero one two three four five six seven eight nine".split(" ");
const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** Spanish digits, except those that are English words. */
const SPANISH = { cero: 0, uno: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9 };

const VALUES: ReadonlyMap<string, string> = new Map([
  ...UNITS.map((word, value) => [word, String(value)] as const),
  ...Object.entries(SPANISH).map(([word, value]) => [word, String(value)] as const),
  ...TEENS.map((word, index) => [word, String(index + 10)] as const),
  ...TENS.map((word, index) => [word, String((index + 2) * 10)] as const),
  ...["oh", "o", "nil", "nought", "naught", "aught", "null", "zip"].map((word) => [word, "0"] as const),
  ["fourty", "40"],
  ["niner", "9"],
  ["fiver", "5"],
]);
const ONE_TO_NINE = new Set(UNITS.slice(1));
const TEN_WORDS = new Set([...TENS, "fourty"]);
const REPEATS: ReadonlyMap<string, number> = new Map([
  ["double", 2],
  ["triple", 3],
  ["quadruple", 4],
]);
const REPEATED = new Set([...UNITS.map((word) => `${word}s`), "fives", "sixes"]);

/** A number word after them says how many digits follow. */
const COUNTS_AFTER = new Set(["first", "last", "other", "remaining"]);

const LONGEST_WORD = 90;
const LONGEST_CHUNK = 200;

type Chunk = TextSpan & { word: string; lowerCase: string };

/** ASCII letters and digits in a row. Every message is read this way, so without a match object for each. */
function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  for (let end = 0; end <= text.length; end += 1) {
    const isPart = end < text.length && isLetterOrDigit(text.charCodeAt(end));
    if (isPart && end - start < LONGEST_CHUNK) continue;
    if (end > start) {
      const word = text.slice(start, end);
      chunks.push({ word, lowerCase: word.toLowerCase(), start, end });
    }
    start = isPart ? end : end + 1;
  }
  return chunks;
}

const isLetterOrDigit = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Tokens that follow each other with nothing but separators and filler words between them. */
export function* numberRuns(text: string): Generator<NumberToken[]> {
  let run: NumberToken[] = [];
  let fillers: Chunk[] = [];
  const chunks = chunksOf(text);
  for (const [index, chunk] of chunks.entries()) {
    const token = tokenAt(chunks, index);
    if (token === null) {
      if (run.length > 0 && fillers.length < MOST_FILLERS && FILLERS.has(chunk.lowerCase)) fillers.push(chunk);
      else {
        if (run.length > 0) yield run;
        [run, fillers] = [[], []];
      }
      continue;
    }
    const last = run.at(-1);
    const gap = last ? gapBetween(text, last, fillers, token) : "";
    if (last && !isGap(gap, run)) {
      yield run;
      [run, fillers] = [[], []];
    }
    const { start, end, digits } = token;
    const isFirst = run.length === 0;
    if (digits !== "")
      run.push({ start, end, digits, gap: isFirst ? "" : gap, isLoose: fillers.length > 0 && !isFirst });
    else if (last) last.end = end;
    if (fillers.length > 0) fillers = [];
  }
  if (run.length > 0) yield run;
}

/** Words between the parts of one number: "201, then 555 and the last four are 0199". */
const FILLERS = new Set(
  "three four seven dot dash hyphen minus slash space point then a and next after that followed by ends ending in with the area code last four digits first three are is it plus comma also finally rest remaining other um uh ok".split(
    " ",
  ),
);
const MOST_FILLERS = 8;

const gapBetween = (text: string, last: TextSpan, fillers: readonly Chunk[], next: TextSpan): string =>
  fillers.reduceRight(
    (gap, { start, end }) => gap.slice(0, start - last.end) + gap.slice(end - last.end),
    text.slice(last.end, Math.min(next.start, last.end + 160)),
  );

const LONGEST_GAP = 8;
const NEW_NUMBER = /[$€£¥%°+\uE000]/;

/** Amounts, percentages and a new "+" are not parts of the same number, unless the separator repeats. */
const isGap = (gap: string, run: readonly NumberToken[]): boolean =>
  (gap.length <= LONGEST_GAP || gap.replace(/ /g, "").length <= LONGEST_GAP) &&
  (!NEW_NUMBER.test(gap) ||
    (run.length > 1 && gap.trim() !== "" && run.at(-1)?.gap === gap && !gap.includes("\uE000")));

function tokenAt(chunks: readonly Chunk[], index: number): (TextSpan & { digits: string }) | null {
  const chunk = chunks[index];
  if (!chunk) return null;
  const { start, end } = chunk;
  const word = chunk.lowerCase;
  const [previous, next] = [chunks[index - 1], chunks[index + 1]];
  const before = previous && start - previous.end <= 2 ? previous.lowerCase : "";
  const after = next && next.start - end <= 2 ? next.lowerCase : "";
  // "the last four are", "the first three digits"
  if (COUNTS_AFTER.has(before)) return null;
  if (REPEATS.has(word)) return digitsOf(after) === null ? null : { start, end, digits: "" };
  if (word === "hundred" || word === "thousand") {
    if (digitsOf(before) === null) return null;
    const zeros = word === "hundred" ? 2 : 3;
    return { start, end, digits: "0".repeat(Math.max(0, zeros - (digitsOf(after)?.length ?? 0))) };
  }
  // The "five" of "fifty-five" replaces the zero.
  const isAfterTens = TEN_WORDS.has(before) && ONE_TO_NINE.has(word);
  if (TEN_WORDS.has(word) && ONE_TO_NINE.has(after)) return { start, end, digits: (digitsOf(word) ?? "").slice(0, 1) };
  if (isAfterTens) return { start, end, digits: digitsOf(word) ?? "" };
  const digits = digitsOf(chunk.word);
  if (digits === null) return null;
  return { start, end, digits: digits.length === 1 ? digits.repeat(REPEATS.get(before) ?? 1) : digits };
}

/** Letters that stand for digits, and digits that stand for letters. */
const DIGIT_STAND_INS: Readonly<Record<string, string>> = {
  O: "0",
  o: "0",
  D: "0",
  Q: "0",
  I: "1",
  l: "1",
  i: "1",
  Z: "2",
  z: "2",
  S: "5",
  s: "5",
  B: "8",
};
const LETTER_STAND_INS: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };

/** Null if it isn't a number. */
function digitsOf(chunk: string): string | null {
  if (chunk === "") return null;
  if (/^[0-9]{1,200}$/.test(chunk)) return chunk;
  const word = chunk.toLowerCase();
  const known = VALUES.get(word);
  if (known !== undefined) return known;
  if (chunk.length > LONGEST_WORD) return null;
  if (REPEATED.has(word)) return null;
  return partsOf(word) ?? (/[0-9]/.test(chunk) ? (shownDigits(chunk) ?? writtenWithDigits(word)) : null);
}

const shownDigits = (chunk: string): string | null => {
  const digits = [...chunk].map((character) => (/[0-9]/.test(character) ? character : DIGIT_STAND_INS[character]));
  return chunk.length <= 11 && digits.every((digit) => digit !== undefined) && isMostlyDigits(chunk)
    ? digits.join("")
    : null;
};

/** "2O1" and "O199", but not "5lb" or "100s": at least half are digits, and the end is one or an O. */
const isMostlyDigits = (chunk: string) =>
  chunk.length >= 3 && chunk.replace(/[^0-9]/g, "").length * 2 >= chunk.length && /[0-9Oo]$/.test(chunk);

const writtenWithDigits = (word: string): string | null => {
  const spelled = [...word].map((character) => LETTER_STAND_INS[character] ?? character).join("");
  return /[a-z]{2}/.test(spelled) ? (VALUES.get(spelled) ?? partsOf(spelled)) : null;
};

/** The words a number can be made of by their first letter, longest first. */
const PART_WORDS = new Map<string, string[]>();
for (const word of [...VALUES.keys()].toSorted((a, b) => b.length - a.length)) {
  if (word.length > 2) PART_WORDS.set(word.charAt(0), [...(PART_WORDS.get(word.charAt(0)) ?? []), word]);
}

/** "fivefive5" and "2zero1": nothing but number words and digits. */
function partsOf(word: string): string | null {
  let digits = "";
  let position = 0;
  while (position < word.length) {
    const character = word[position] ?? "";
    const found = /[0-9]/.test(character)
      ? character
      : PART_WORDS.get(character)?.find((part) => word.startsWith(part, position));
    if (found === undefined) return null;
    digits += VALUES.get(found) ?? found;
    position += found.length;
  }
  return digits;
}
