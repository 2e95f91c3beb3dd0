export const MASKED_KINDS = ["phone", "email", "address", "payment"] as const;
export type MaskedKind = (typeof MASKED_KINDS)[number];
/** A part of a text, `end` excluded. */
type Span = { start: number; end: number };
type Found = Span & { kind: MaskedKind };

const LABELS: Record<MaskedKind, string> = {
  phone: "[phone number hidden]",
  email: "[email address hidden]",
  address: "[address hidden]",
  payment: "[payment outside Nexby hidden]",
};

export type MaskedText = {
  text: string;
  /** What was found, each kind once. */
  kinds: MaskedKind[];
};

/**
 * Replaces phone numbers, email and street addresses, and offers to pay elsewhere. Writers can always invent another way
 * to write a number, so this discourages an exchange before the approval; it can't prevent one.
 */
export function maskContacts(text: string): MaskedText {
  const found = withoutOverlaps([
    ...spansOf("email", EMAILS, text),
    ...findPhoneNumbers(text).map((span) => ({ ...span, kind: "phone" as const })),
    ...findAddresses(text),
    ...spansOf("payment", PAYMENTS, text),
  ]);
  let masked = "";
  let position = 0;
  for (const { start, end, kind } of found) {
    masked += text.slice(position, start) + LABELS[kind];
    position = end;
  }
  const kinds = MASKED_KINDS.filter((kind) => found.some((one) => one.kind === kind));
  return { text: masked + text.slice(position), kinds };
}

/** In order. Of two that overlap, one covers both. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last && one.start < last.end) last.end = Math.max(last.end, one.end);
    else kept.push({ ...one });
  }
  return kept;
}

const spansOf = (kind: MaskedKind, patterns: readonly RegExp[], text: string): Found[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ kind, start: index, end: index + match.length })),
  );

const AT = String.raw`\s?(?:@|\(at\)|\[at\]|\{at\})\s?`;
const DOT = String.raw`\s?(?:\.|\(dot\)|\[dot\]|\sdot\s)\s?`;
const MAIL_HOSTS = "g-?mail|googlemail|yahoo|outlook|hotmail|icloud|aol|proton(?:mail)?|msn";

const EMAILS: readonly RegExp[] = [
  new RegExp(String.raw`[\w.+-]+${AT}[\w-]+(?:${DOT}[\w-]+)*${DOT}[a-z]{2,}\b`, "gi"),
  // "maya at gmail": with the word alone, only well-known hosts. People also "look at homedepot.com".
  new RegExp(String.raw`[\w.+-]+\s+at\s+(?:${MAIL_HOSTS})\b(?:${DOT}[a-z]{2,})?`, "gi"),
  new RegExp(String.raw`[\w.+-]+${AT}(?:${MAIL_HOSTS})\b(?:${DOT}[a-z]{2,})?`, "gi"),
];

/** The letters of a word, also with dots, dashes or spaces between them and with the usual stand-ins. */
function disguised(word: string): string {
  const letters = [...word].map((letter) => STAND_INS[letter] ?? letter);
  return `(?<![a-z])${letters.join("[\\s._*-]{0,2}")}`;
}

const STAND_INS: Readonly<Record<string, string>> = {
  a: "[a@4]",
  e: "[e3]",
  i: "[i1!]",
  l: "[l1|]",
  o: "[o0]",
  s: "[s$5]",
  " ": "",
};

const APPS = ["venmo", "zelle", "cash app", "paypal", "western union", "moneygram", "bitcoin"].map(disguised);
const SITE = "(?:(?:the|this)\\s+)?(?:app|site|website|platform|nexby)";
const FEE =
  "(?:(?:the|this|their|your|all|any)\\s+)?(?:(?:service|booking|platform|app|site|nexby)\\s+)?(?:fees?|commission)";
const PAYER = "(?:pay|paying|send|sending|transfer|give|giving|settle|settling)";

const PAYMENTS: readonly RegExp[] = [
  new RegExp(`(?:${APPS.join("|")})(?:\\b|(?=[\\d_]))(?:\\s*(?:me|is|:)?\\s*[@$][\\w-]+)?`, "gi"),
  new RegExp(String.raw`\b${PAYER}\b[^.!?\n]{0,24}\b(?:apple|google|samsung|facebook)\s?pay\b`, "gi"),
  new RegExp(
    String.raw`\b${PAYER}\b[^.!?\n]{0,24}\b(?:in|by|with)?\s?(?:ca[s$]h|crypto|btc|a check|money order|gift cards?)\b`,
    "gi",
  ),
  new RegExp(String.raw`\b${PAYER}\b[^.!?\n]{0,24}\b(?:bank|wire)\s?transfer\b`, "gi"),
  new RegExp(String.raw`\b${PAYER}\b[^.!?\n]{0,16}\bdirect(?:ly)?\b`, "gi"),
  /\b(?:cash (?:only|instead|in hand|is fine|is king|deal|price|discount|on pickup|at pickup)|(?:bring|take|accept|prefer) cash)\b/gi,
  /\$\s?\d[\d,.]*\s?(?:in )?cash\b/gi,
  new RegExp(String.raw`\b(?:outside(?:\s+of)?|off|around|without)\s+${SITE}\b`, "gi"),
  /\boff[- ](?:platform|app|site)\b/gi,
  new RegExp(
    String.raw`\b(?:skip|skipping|avoid|avoiding|dodge|save(?:\s+on)?|saves(?:\s+on)?|without)\s+${FEE}\b`,
    "gi",
  ),
  /\b(?:rent|book|deal|renting|booking|dealing)\s+(?:it\s+)?direct(?:ly)?\s+(?:with|from|through)\s+(?:me|you|us)\b/gi,
];

const NUMBER_WORDS =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)";
const STREET = "street|st|avenue|ave|road|rd|lane|ln|boulevard|blvd|court|ct|terrace|parkway|pkwy|drive|dr";
/** Names of streets that are common words too. */
const STREET_OR_WORD = "way|place|pl|square|sq|row|loop|trail|trl|circle|cir|alley|plaza|highway|hwy|turnpike|crescent";
const UNIT = String.raw`(?:,?\s*(?:apt|apartment|unit|suite|ste|floor|#)\.?\s*#?\w+)?`;
const TOWN = String.raw`(?:,\s*[A-Z][a-z]+(?:\s[A-Z][a-z]+)?(?:,?\s+[A-Z]{2})?(?:\s+\d{5}(?:-\d{4})?)?)?`;

const HOUSE = String.raw`(?<![\d.,:/$-])\d{1,5}[a-zA-Z]?`;
const NAME = String.raw`(?:[A-Za-z][A-Za-z'’.-]*|\d{1,3}(?:st|nd|rd|th))`;
const CAPITALIZED = String.raw`(?:[A-Z][A-Za-z'’.-]*|\d{1,3}(?:st|nd|rd|th))`;

const anyCase = (words: string) => words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** "12 Oak Street", "412 W 5th St, Apt 3": written as a name, so any kind of street counts. */
const NAMED_STREET = new RegExp(
  `(?:${HOUSE}|\\b${anyCase(NUMBER_WORDS)}(?:[\\s-]+${anyCase(NUMBER_WORDS)}){0,3})[\\s,]+(?:${CAPITALIZED}\\s+){1,4}(?:${anyCase(`${STREET}|${STREET_OR_WORD}`)})\\b(?:\\.(?=,|\\s+[#a-z]))?${UNIT}${TOWN}`,
  "g",
);

/** "12 oak street": in lower case it must end there, because people also rent "2 kids road bikes". */
const PLAIN_STREET = new RegExp(
  `${HOUSE}\\s+(?<name>(?:${NAME}\\s+){1,3})(?:${STREET})\\b(?=\\s*(?:$|[.,;:!?)\\n]|(?:apt|unit|in|near|by|at|and|on|across|next|off|behind)\\b|#|\\d{5}|[A-Z]))${UNIT}${TOWN}`,
  "g",
);

/** Words between a number and "road" that make it a distance or an amount. */
const NOT_A_NAME = new Set(
  "the a an on my your our their his her its this that of in down up off out from by to for and or at is it with way end dead more other another new old same minute minutes min mins mile miles block blocks hour hours day days week weeks ft feet foot in inch inches lb lbs mph am pm x per person kid kids person's extra good nice great".split(
    " ",
  ),
);

const PLACES: readonly RegExp[] = [
  /\bP\.?\s?O\.?\s?Box\s+\d+\b/gi,
  /-?\b\d{1,3}\.\d{4,},\s*-?\d{1,3}\.\d{4,}\b/g,
  /\b(?:https?:\/\/)?(?:maps\.app\.goo\.gl|goo\.gl\/maps|(?:www\.)?google\.[a-z]+\/maps|maps\.(?:google|apple)\.com)\S*/gi,
  // The words after "my address is" are one if they have a number.
  /(?<=\b(?:address is|address:|i live at|i'm at|we live at|come to|pick(?:ed)? (?:it )?up at)\s+)\d{1,5}[a-z]?\s+[^.!?,\n\d]*[A-Z][^.!?\n]{0,50}/gi,
];

function findAddresses(text: string): Found[] {
  const plain = [...text.matchAll(PLAIN_STREET)].filter(({ groups }) =>
    (groups?.name ?? "")
      .trim()
      .split(/\s+/)
      .every((word) => !NOT_A_NAME.has(word.toLowerCase())),
  );
  const spans = plain.map(({ 0: match, index }) => ({
    kind: "address" as const,
    start: index,
    end: index + match.length,
  }));
  return [...spans, ...spansOf("address", [NAMED_STREET, ...PLACES], text)];
}

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
function findPhoneNumbers(text: string): Span[] {
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
