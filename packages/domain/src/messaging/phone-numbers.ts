/** A part of a text, `end` excluded. */
export type Span = { start: number; end: number };
type Token = Span & { digits: string };

const WORDS: Readonly<Record<string, string>> = {
  zero: "0",
  oh: "0",
  o: "0",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
};
const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3 };

const LONGEST_GAP = 4;
/** Between the parts of one number. A comma followed by a space is checked with the parts. */
const GAP = /^(?:[\s()[\]{}.\-‐-―_*•·|/\\~='"<>#,]|\uFE0F|\u20E3|[\u200B-\u200D\u2060]|dot|dash)*$/iu;

/** Dates, times and amounts are not parts of a phone number. */
const OTHER_NUMBERS =
  /\$\s?\d[\d,.]*|\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})\b|\b\d{1,2}:\d{2}\b|\b\d+(?:\.\d+)?\s?(?:x|×)\s?\d+(?:\.\d+)?\b|\b\d{1,3}(?:,\d{3})+\b|\b\d+%/g;

const TOKEN = /\+?\d+|\b(?:(?:double|triple)[\s-]+)?(?:zero|oh|o|one|two|three|four|five|six|seven|eight|nine)\b/gi;

/** A short number counts only after one of these. */
const CUE =
  /\b(?:call|text|phone|cell|mobile|number|dial|ring|reach|whats?\s?app|telegram|signal|sms|tel)\b[^.!?\n\d]{0,24}$/i;

/** Phone numbers in digits, words or both, however they are grouped. */
export function findPhoneNumbers(text: string): Span[] {
  const plain = withPlainDigits(text);
  return runsOf(plain, tokensOf(plain)).flatMap((run) => {
    const span = numberIn(run, plain);
    return span ? [span] : [];
  });
}

/** The same text, character for character: other scripts' digits and letters that stand for digits become digits. */
function withPlainDigits(text: string): string {
  const ascii = text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  const shown = ascii.replace(/(?<![a-z])[\dOolI]{3,}(?![a-z])/gi, (part) =>
    /\d/.test(part) ? part.replace(/[Oo]/g, "0").replace(/[lI]/g, "1") : part,
  );
  return shown.replace(OTHER_NUMBERS, (other) => "¤".repeat(other.length));
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: match, index }) => ({
    start: index,
    end: index + match.length,
    digits: digitsOf(match.toLowerCase()),
  }));
}

function digitsOf(token: string): string {
  if (/\d/.test(token)) return token;
  const [first = "", second] = token.split(/[\s-]+/);
  return second === undefined ? (WORDS[first] ?? "") : (WORDS[second] ?? "").repeat(REPEATS[first] ?? 1);
}

/** Tokens that follow each other with nothing but separators between them. */
function runsOf(text: string, tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  for (const token of tokens) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const gap = last ? text.slice(last.end, token.start) : "";
    if (run && last && isGap(gap) && !token.digits.startsWith("+")) run.push(token);
    else runs.push([token]);
  }
  return runs;
}

const isGap = (gap: string) => gap.replace(/dot|dash/gi, "").length <= LONGEST_GAP && GAP.test(gap);

/** Three, three and four digits; the first two parts don't start with 0 or 1. */
const NORTH_AMERICAN = /^1?[2-9]\d{2}[2-9]\d{6}$/;
const LOCAL = /^[2-9]\d{6}$/;

function numberIn(run: readonly Token[], text: string): Span | null {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return null;
  const digits = run.map((token) => token.digits).join("");
  const span = { start: first.start, end: last.end };
  const isInternational = digits.startsWith("+") && digits.length >= 9 && digits.length <= 16;
  if (isInternational) return span;
  if (isList(run, text)) return null;
  const isAfterCue = CUE.test(text.slice(Math.max(0, first.start - 40), first.start));
  if (NORTH_AMERICAN.test(digits) || (isAfterCue && LOCAL.test(digits))) return span;
  return partOf(run);
}

const USUAL_PARTS = /^(?:1,)?(?:3,3,4|3,7|6,4|10)$/;
const MOST_PARTS = 4;
const sizesOf = (run: readonly Token[]) => run.map(({ digits }) => digits.length).join(",");

/** "10, 12, 14, 16, 18" are sizes: with commas, the parts must be those of a phone number. */
function isList(run: readonly Token[], text: string): boolean {
  const hasCommas = run.some((token, index) => index > 0 && /,\s/.test(text.slice(run[index - 1]?.end, token.start)));
  return hasCommas && !USUAL_PARTS.test(sizesOf(run)) && run.some(({ digits }) => digits.length > 1);
}

/** A number next to others: "Unit 4 201 555 0199", or the last parts of a longer run. */
function partOf(run: readonly Token[]): Span | null {
  if (run.length < 2) return null;
  for (let from = 0; from < run.length; from += 1) {
    for (let to = Math.min(run.length, from + MOST_PARTS); to > from; to -= 1) {
      const part = run.slice(from, to);
      const digits = part.map((token) => token.digits).join("");
      const [first, last] = [part[0], part.at(-1)];
      if (first && last && NORTH_AMERICAN.test(digits) && USUAL_PARTS.test(sizesOf(part))) {
        return { start: first.start, end: last.end };
      }
    }
  }
  return null;
}
