import { findPhoneNumbers, type Span } from "./phone-numbers.ts";

export const MASKED_KINDS = ["phone", "email", "address", "payment"] as const;
export type MaskedKind = (typeof MASKED_KINDS)[number];
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
