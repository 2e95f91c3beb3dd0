import type { TextSpan } from "../../kernel/plain-text.ts";
import { type NumberToken, numberRuns } from "./numbers.ts";
import { spansOf } from "./readings.ts";

/** Phone numbers in digits, words or both, however they are grouped. */
export function findPhoneNumbers(text: string): TextSpan[] {
  const usual = USUAL.flatMap((pattern) => spansOf(pattern, text)).filter((span) => !isOfSomethingElse(text, span));
  const rest = withoutOtherNumbers(blanked(text, usual));
  const found: TextSpan[] = [];
  for (const run of numberRuns(rest)) found.push(...numbersIn(run, rest));
  const local = spansOf(LOCAL, text).filter((span) => !isOfSomethingElse(text, span));
  return [...usual, ...found, ...local];
}

const BLANK = "\uE000";
function blanked(text: string, spans: readonly TextSpan[]): string {
  let shown = "";
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= shown.length) continue;
    shown += text.slice(shown.length, start);
    shown += BLANK.repeat(end - shown.length);
  }
  return shown + text.slice(shown.length);
}

/** The ways most people write a number, which decide before anything else is looked for. */
const USUAL: readonly RegExp[] = [
  /(?<![\d$€£.,-])(?:\+?1[ .-]{0,2})?\(?[2-9]\d{2}(?:\)|\)?[ \n./-]{1,3})[2-9]\d{2}[ \n.-]{1,3}\d{4}(?!\d|[.-]\d{4})/g,
  // Letters that stand for digits: 20l-555-0l99. At least half must be digits.
  /(?<![A-Za-z\d])(?=(?:[^\d\n]{0,3}\d){5})[\dOoIlSsZzB]{3}[ .-]{1,3}[\dOoIlSsZzB]{3}[ .-]{1,3}[\dOoIlSsZzB]{4}(?![A-Za-z\d])/g,
  // A number of letters: 1-800-FLOWERS, 201-555-MAYA.
  /(?<![\dA-Za-z-])1?[ .-]?\(?(?:8(?:00|33|44|55|66|77|88)|9\d{2})\)?[ .-]{1,3}[A-Z]{3,4}[ -]?[A-Z]{3,6}(?![A-Za-z])/g,
  /(?<![\dA-Za-z-])\(?[2-9]\d{2}\)?[ .-]{1,3}[2-9]\d{2}[ .-]{1,3}[A-Z]{4}(?![A-Za-z])/g,
];

/** Three and four digits, of the prefix that stands for a number, and not before the unit of an amount. */
const LOCAL =
  /(?<![\d$€£.,-]|[A-Za-z]-?)555[ .-]{1,3}\d{4}(?![\d%]|[.,-]\d| ?(?:psi|lb|lbs|rpm|watts?|w|v|ft|mm|cm|kg|mah|wh|bt[ou]s?|lumens?|sq|dollars|miles|hours)\b)/gi;

/** Dates, times, amounts and dimensions are not parts of a phone number. */
const OTHER_NUMBERS =
  /[$€£] ?\d[\d,.]{0,8}(?![\d,.])|\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})\b|\b\d{1,2}:\d{2}\b|(?<![-.\d])\b\d{1,4}(?:\.\d{1,3})? ?(?:x|×) ?\d{1,4}(?:\.\d{1,3})?\b|\b\d{1,3}(?:,\d{3}){1,4}\b|\b\d{1,5}%|(?<!["'])\b\d{1,3}(?:\.\d{1,2})? ?(?:'|"|°)/g;

const withoutOtherNumbers = (text: string): string =>
  text.replace(OTHER_NUMBERS, (other) => BLANK.repeat(other.length));

/** A short or unusual number counts only near one of these. */
const CUE_BEFORE =
  /\b(?:call|text|phone|cell|mobile|dial|ring|reach|whats ?app|telegram|signal|sms|tel|fone|ph|contact|hit me|(?:my|the|his|her) (?:number|digits|no)|number(?:'s| is)|digits)\b[^\d\n]{0,40}$/i;
const CUE_AFTER =
  /^[^\w\n]{0,6}(?:(?:is|that's|thats|it's) )?(?:my|the) (?:number|cell|phone|mobile|digits)\b|^[^\w\n]{0,6}(?:call|text|ring|dial|hit) me\b/i;
/** Words that make the digits after them something else. */
const LABEL =
  /\b(?:serial|model|part|sku|upc|ean|isbn|order|invoice|tracking|booking|confirmation|reference|ref|item|catalog|product|license|policy|permit|code|asin|vin|lot|batch|account)\b(?: (?:number|numbers|no|num|id|code|is|of|it))?[^\w\n]{0,4}(?:(?:is|it's|of|number|no)[^\w\n]{1,3})?[A-Za-z]{0,3}[-#]?$|\b(?:s\/n|p\/n|no\. of|barcode|asin|sku)\b[^\w\n]{0,4}$/i;

const beforeOf = (text: string, { start }: TextSpan) => text.slice(Math.max(0, start - 60), start);
const isAfterLabel = (text: string, span: TextSpan) => LABEL.test(beforeOf(text, span));
const hasCue = (text: string, span: TextSpan) =>
  !isAfterLabel(text, span) &&
  (CUE_BEFORE.test(beforeOf(text, span)) || CUE_AFTER.test(text.slice(span.end, span.end + 60)));

/** Grouped like a phone number, but in a part number: "Part 315-115-0402", "DW-555-2004". */
const isOfSomethingElse = (text: string, span: TextSpan) =>
  isAfterLabel(text, span) && !/^\(?[2-9]\d{2}\)?[ .-][2-9]\d{2}[ .-]\d{4}$/.test(text.slice(span.start, span.end));

/** Three, three and four digits; the first two parts don't start with 0 or 1. */
const NORTH_AMERICAN = /^1?[2-9]\d{2}[2-9]\d{6}$/;
const USUAL_PARTS = /^(?:1,)?(?:3,3,4|3,7|6,4|10)$|^(?:1,){9,11}1$|^3,3,2,2$|^3,1,1,1,4$/;
/** Country codes that people write without the plus. */
const COUNTRY_CODE = /^(?:44|49|33|34|39|52|91|86|61|55|81|7|380|48|90|1)/;

const sizesOf = (run: readonly NumberToken[]) => run.map(({ digits }) => digits.length).join(",");
const digitsOf = (run: readonly NumberToken[]) => run.map(({ digits }) => digits).join("");
const spanOf = (run: readonly NumberToken[]): TextSpan => ({ start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 });

function numbersIn(run: readonly NumberToken[], text: string): TextSpan[] {
  const span = spanOf(run);
  const digits = digitsOf(run);
  const international = internationalNumber(text, span, digits);
  if (international) return [international];
  const isCued = hasCue(text, span);
  if (!isCued && (isList(run) || (isAfterLabel(text, span) && (run.length === 1 || !USUAL_PARTS.test(sizesOf(run))))))
    return [];
  if (isPhone(run, digits, isCued)) return [span];
  return partsOf(run);
}

/** Written with a plus, two zeros or the American way out. */
function internationalNumber(text: string, { start, end }: TextSpan, digits: string): TextSpan | null {
  const before = /(?:\+|\bplus[ -]?)[ (]{0,2}$/i.exec(text.slice(Math.max(0, start - 8), start))?.[0] ?? "";
  const isMarked = before !== "" ? digits.length >= 8 : /^(?:00|011)[1-9]/.test(digits) && digits.length >= 11;
  return isMarked && digits.length <= 18 ? { start: start - before.length, end } : null;
}

function isPhone(run: readonly NumberToken[], digits: string, isCued: boolean): boolean {
  const isUsual = USUAL_PARTS.test(sizesOf(run));
  const isLoose = run.some((token) => token.isLoose || /[.!?;]\s|\n.{0,3}\n/.test(token.gap));
  if (isCued && (digits.length === 7 || (digits.length >= 9 && digits.length <= 12))) return true;
  if (NORTH_AMERICAN.test(digits)) return isUsual || !isLoose || run.length >= 3;
  if (run.length >= 9 && run.length <= 14 && run.every((token) => token.digits.length === 1)) return true;
  if (/^0[1-9]/.test(digits) && digits.length >= 10 && digits.length <= 12) {
    return (run.length >= 2 && run[0]?.digits !== "0") || digits.length === 11;
  }
  return (
    run.length >= 3 &&
    run.length <= 6 &&
    digits.length >= 11 &&
    digits.length <= 13 &&
    COUNTRY_CODE.test(digits) &&
    !isLoose
  );
}

/**
 * "10, 12, 14, 16, 18" are sizes: with commas, the parts must be those of a phone number. So are four or more numbers that
 * only grow, unless there are spaces between them and four digits in one.
 */
function isList(run: readonly NumberToken[]): boolean {
  const values = run.map(({ digits }) => Number(digits));
  const isGrowing = run.length >= 4 && values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0));
  const hasCommas = run.some(({ gap }) => /[,;&]\s/.test(gap));
  const isUneven = !USUAL_PARTS.test(sizesOf(run)) && run.some(({ digits }) => /^(.)(?!\1{1,2}$)./.test(digits));
  return (isGrowing && (hasCommas || run.every(({ digits }) => digits.length < 4))) || (hasCommas && isUneven);
}

/** A number next to others: "Unit 4 201 555 0199", or the last parts of a longer run. */
function partsOf(run: readonly NumberToken[]): TextSpan[] {
  const found: TextSpan[] = [];
  let from = 0;
  while (from < run.length) {
    const to = endOfPart(run, from);
    if (to) found.push(spanOf(run.slice(from, to)));
    from = to ?? from + 1;
  }
  return found;
}

/** Ten or eleven digits from here, grouped as usual. */
function endOfPart(run: readonly NumberToken[], from: number): number | null {
  let digits = "";
  for (let to = from; to < run.length && digits.length < 11; to += 1) {
    digits += run[to]?.digits ?? "";
    if (to === from || digits.length < 10 || !NORTH_AMERICAN.test(digits)) continue;
    if (USUAL_PARTS.test(sizesOf(run.slice(from, to + 1)))) return to + 1;
  }
  return null;
}
