import type { TextSpan } from "../../kernel/plain-text.ts";
import { spansOf } from "./readings.ts";

/** Street addresses, post boxes and positions. */
export const findAddresses = (text: string): TextSpan[] => [
  ...spansOf(STREET_TYPE, text).flatMap((type) => streetAround(text, type) ?? []),
  ...PLACES.flatMap((pattern) => spansOf(pattern, text)),
];

const STREETS = "street|st|str|avenue|ave|av|road|rd|lane|ln|boulevard|blvd|court|ct|terrace|ter|parkway|pkwy|drive|dr";
/** Names of streets that are common words too. */
const STREET_OR_WORD =
  "way|place|pl|square|sq|row|loop|trail|trl|circle|cir|alley|plaza|highway|hwy|turnpike|crescent|cres|commons|walk|pike|path";
const STREET_TYPE =
  /(?<![A-Za-z])(?:street|st|str|avenue|ave|av|road|rd|lane|ln|boulevard|blvd|court|ct|terrace|ter|parkway|pkwy|drive|dr|way|place|pl|square|sq|row|loop|trail|trl|circle|cir|alley|plaza|highway|hwy|turnpike|crescent|cres|commons|walk|pike|path)(?![A-Za-z])(?:\.(?=,| [#a-z]))?/gi;
const SURE = new Set(STREETS.split("|"));
const SELDOM_WORD = new Set(`${STREETS}|${STREET_OR_WORD}`.split("|"));
const NUMBER_WORD =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred";
const NUMBER_WORDS = new Set(NUMBER_WORD.split("|"));
const isNumberInWords = (word: string) =>
  word
    .toLowerCase()
    .split("-")
    .every((part) => NUMBER_WORDS.has(part));

const WORD = /[A-Za-z0-9'.#-]{1,40}/g;
const HOUSE_NUMBER = /^#?\d{1,5}(?:-\d{1,3})?[A-Za-z]?$/;
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/i;
const CAPITALIZED = /^[A-Z]/;

/** The house number is among the six words before the street's type: "12 Oak Street", "412 W 5th St, Apt 3". */
function streetAround(text: string, type: TextSpan): TextSpan | null {
  const from = Math.max(0, type.start - 70);
  const before = text.slice(from, type.start);
  // A new sentence or an amount ends the address.
  const part =
    from +
    (/^[\s\S]{0,70}(?:[!?;:()$€£\n]|\.(?= [A-Z0-9])(?<!\b(?:N|S|E|W|St|Mt|Dr|No)\.))/.exec(before)?.[0].length ?? 0);
  const words = [...text.slice(part, type.start).matchAll(WORD)].slice(-7).map(({ 0: word, index }) => ({
    word: word.replace(/[.'-]{1,3}$/, ""),
    start: part + index,
  }));
  const kind = text.slice(type.start, type.end).replace(/\.$/, "");
  for (let count = 1; count <= 5; count += 1) {
    const house = words.at(-1 - count);
    if (!house) break;
    const isNumber = HOUSE_NUMBER.test(house.word) && !ORDINAL.test(house.word) && isStartOfNumber(text, house.start);
    if (!isNumber && !isNumberInWords(house.word)) continue;
    const name = words.slice(-count).map(({ word }) => word);
    if (!isStreet(text, { name, kind, end: type.end, isInWords: !isNumber, before: words.at(-2 - count)?.word ?? "" }))
      continue;
    let first = house.start;
    for (let more = count + 2; !isNumber && isNumberInWords(words.at(-more)?.word ?? ""); more += 1) {
      first = words.at(-more)?.start ?? first;
    }
    return { start: first, end: type.end + restOf(text.slice(type.end, type.end + 90)) };
  }
  return reversed(text, type, words);
}

const isStartOfNumber = (text: string, start: number) =>
  !/[\d.,:/$-]$/.test(text.slice(Math.max(0, start - 1), start)) ||
  /, ?$/.test(text.slice(Math.max(0, start - 2), start));

type Candidate = { name: readonly string[]; kind: string; end: number; isInWords: boolean; before: string };

function isStreet(text: string, { name, kind, end, isInWords, before }: Candidate): boolean {
  const lower = name.map((word) => word.toLowerCase());
  if (lower.some((word) => NOT_A_NAME.has(word) || /^\d{1,2}$|^\d{4,40}$/.test(word))) return false;
  if (NOT_A_HOUSE.has(before.toLowerCase())) return false;
  const isNamed = name.every((word) => CAPITALIZED.test(word) || ORDINAL.test(word));
  const after = text.slice(end, end + 30);
  if (isNamed) return SELDOM_WORD.has(kind.toLowerCase()) && !THING_AFTER.test(after);
  // In lower case it must end there, because people also rent "2 kids road bikes".
  if (lower.some((word) => NOT_A_NAME_IN_LOWER_CASE.has(word))) return false;
  return SURE.has(kind.toLowerCase()) && (!isInWords || lower.length === 1) && END_AFTER.test(after);
}

/** Words between a number and "road" that make it a distance or an amount. */
const NOT_A_NAME = new Set(
  "the a an on my your our their his her its this that of in down up off out from by to for and or at is it with am pm x per kid kids person's minute minutes min mins mile miles hour hours day days week weeks ft feet foot inch inches lb lbs mph jan feb mar apr jun jul aug sep oct nov dec".split(
    " ",
  ),
);
/** They begin names of streets too: "3 Old Mill Road". */
const NOT_A_NAME_IN_LOWER_CASE = new Set(
  "way end dead more other another new old same block blocks person extra good nice great lane side gravel dirt mountain hybrid volt amp amps gal gallon gallons people adults bikes chairs tables tents hp cc speed ton star piece pieces wheel wheels door gb tb usb flash hard front rear all full long short single double triple belt chain direct wide narrow small big large red blue green black white basketball tennis food main".split(
    " ",
  ),
);
const NOT_A_HOUSE = new Set(
  "exit route rt mile model iphone size part version chapter step page interstate highway section figure".split(" "),
);
const THING_AFTER =
  /^ (?:bikes?|bicycles?|tires?|tyres?|shoes?|trips?|cases?|cones?|legal|sweepers?|hockey|art|lights?|lamps?|signs?|signs|works?|runners?|wheels?|rollers?|racks?|rack|fair|fairs|food|band|party|parties|photography|test|tests|time|times|mats?|games?|shafts?|socket|sockets|bits?|kit|kits|set|sets|saw|mixer|switch|speakers?|splitter|radio|valve)\b/i;
const END_AFTER =
  /^(?: ?(?:$|[.,;:!?)\n#]|\d{5})| (?:apt|unit|in|near|by|at|and|on|across|next|off|behind|is|was|just|you|come|after|anytime|around|tomorrow|today|please|then|between|so|if|i|we|its|it's|that's|tonight|this|any|when|ok|thanks|see)\b| [A-Z])/i;

/** Floor, town, state and ZIP code behind the street. */
const restOf = (after: string): number =>
  /^(?:,? ?(?:apt|apartment|unit|suite|ste|floor|fl|#)\.? ?#?\w{1,6})?(?:,? [A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20})?(?=,? [A-Z]{2}\b)|, [A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20})?)?(?:,? [A-Z]{2}\b)?(?:,? \d{5}(?:-\d{4})?\b)?/i.exec(
    after,
  )?.[0].length ?? 0;

/** "Oak Street 12", "Oak Street, number 12": the house number behind the street. */
function reversed(text: string, type: TextSpan, words: readonly { word: string; start: number }[]): TextSpan | null {
  const name = words.at(-1);
  if (!name || !(CAPITALIZED.test(name.word) || ORDINAL.test(name.word)) || NOT_A_NAME.has(name.word.toLowerCase()))
    return null;
  const kind = text.slice(type.start, type.end).replace(/\.$/, "").toLowerCase();
  if (!SURE.has(kind)) return null;
  const house = /^(?:,? (?:number|no\.?|house|apt|unit) ?#?|,? ?#|,? )\d{1,5}[A-Za-z]?(?= ?(?:$|[.,;!?)\n]))/.exec(
    text.slice(type.end, type.end + 24),
  );
  return house ? { start: name.start, end: type.end + house[0].length } : null;
}

const PLACES: readonly RegExp[] = [
  /\b(?:https?:\/\/)?(?:maps\.app\.goo\.gl|goo\.gl\/maps|(?:www\.)?google\.[a-z]{2,3}\/maps|maps\.(?:google|apple)\.com)[^ \n]{0,300}/gi,
  /\bP\.? ?O\.? ?Box #?\d{1,6}\b/gi,
  /-?\b\d{1,3}\.\d{4,15}°?[ ,NSEW]{1,4}-?\d{1,3}\.\d{4,15}\b/gi,
  /\b[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}\b/g,
  /\/{3}[a-z]{3,20}\.[a-z]{3,20}\.[a-z]{3,20}\b/gi,
  /\bwhat3words:? ?[a-z]{3,20}\.[a-z]{3,20}\.[a-z]{3,20}\b|(?<![\w.-])[a-z]{4,20}\.[a-z]{4,20}\.[a-z]{4,20}(?![\w.-])/gi,
  /\d{1,3} ?° ?\d{1,2} ?' ?\d{1,2}(?:\.\d{1,6})? ?(?:"|'')? ?[NSEW]\b/gi,
  /\b(?:lat|latitude|long|lng|longitude)\b[ :=]{1,3}-?\d{1,3}\.\d{3,15}/gi,
  /(?<![\d.,:/$-])\b\d{1,5} (?:(?:US|State|County|NJ) )?(?:Route|Rte|Rt|Highway|Hwy)\.? \d{1,3}\b/g,
  /(?<![\d.,:/$-])\b\d{1,5} (?:Via|Camino|Calle|Avenida|Rue|Rua|Paseo) [A-Z][a-z]{1,20}/g,
  /\bgeo:-?\d{1,3}\.\d{1,15},-?\d{1,3}\.\d{1,15}/gi,
  /\b(?:house|building|apartment|apt|unit) (?:number|no\.?|#) ?(?:is )?#?\d{1,5}[a-z]?\b(?: (?:on|in|at) [A-Z][A-Za-z]{1,20}(?: [A-Z][a-z]{1,20})?)?/g,
  /\b(?:house|building|number|no\.|#) ?\d{1,5}[a-z]?,? (?:on|in|at) [A-Z][A-Za-z]{1,20} (?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|ct|way|place|blvd|boulevard)\b/gi,
  /\b(?:corner|intersection) of (?:the )?\w{2,20}(?: (?:street|st|avenue|ave|road|rd))? (?:and|&) \w{2,20}(?: (?:street|st|avenue|ave|road|rd))?\b/gi,
  // The words after "my address is" are one if they have a number.
  /(?<=\b(?:[Aa]ddress is|[Aa]ddress:|addy is|live at|living at|lives at|I'm at|Im at|i'm at|[Ww]e're at|[Cc]ome to|[Cc]ome by|located at|(?:house|home|place) (?:at|is)|[Pp]ick(?:ed)? (?:it |them )?up at) )\d{1,5}[a-z]? (?!AM\b|PM\b|Nov\b|Dec\b|Jan\b|Feb\b)(?:[A-Z][A-Za-z'-]{1,20})(?: [A-Z][A-Za-z'-]{1,20}){0,3}/g,
];
