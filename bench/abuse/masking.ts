import { maskContacts } from "@nexby/domain/messaging/mask-contacts";
import { percentile, print } from "../search/percentiles.ts";

/** What patterns repeat, without what they look for in the end. */
const NASTY = [
  "a",
  "@",
  "a@",
  "1",
  "1 ",
  "1-",
  "1.",
  "+1 ",
  "five",
  "one ",
  "hundred ",
  "double ",
  "2O1-",
  "(2",
  "$",
  "$1,",
  "a.",
  "a.b",
  ".",
  "dot ",
  " at ",
  "(at)",
  "www.",
  "http://",
  "https://a.b/",
  "12 Oak ",
  "street ",
  "12 a b c ",
  "Oak Street ",
  "address is 1",
  "pay ",
  "pay in ",
  "v e n m ",
  "a b ",
  "a.b.",
  "ig ",
  "ig: a",
  "whatsapp ",
  "find me on ",
  "call ",
  "number is ",
  "DE89 ",
  "A1 ",
  "4242 ",
  "x_y ",
  "@a",
  "#1",
  " ",
  "\n",
  "\u200B",
  "\u0301",
  "e\u0301",
  "１",
  "٢",
  "𝟐",
  "🔥",
  "\uD800",
];

const SHORT = 2_000;
const LONG = 10 * SHORT;
const MAX_RATIO = 15;
const ROUNDS = 3;
/** Below this, the clock says more than the text. */
const MIN_MS = 1;
const MAX_MESSAGE_MS = 500;

const ofLength = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** The fastest of several, because other work only lengthens it. */
function timeOf(text: string): number {
  return Math.min(
    ...Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      maskContacts(text);
      return performance.now() - start;
    }),
  );
}

/**
 * Masks nasty texts of 2,000 characters and ten times as long. Ten times the length may
 * take 15 times the time. Returns false if a text takes longer.
 */
export function measureMasking(): boolean {
  const measured = NASTY.map((part) => {
    maskContacts(ofLength(part, SHORT));
    const short = timeOf(ofLength(part, SHORT));
    return { part, short, ratio: timeOf(ofLength(part, LONG)) / Math.max(MIN_MS, short) };
  });
  const ratios = measured.map(({ ratio }) => ratio);
  const longest = Math.max(...measured.map(({ short }) => short));
  const failed = measured.filter(({ ratio, short }) => ratio > MAX_RATIO || short > MAX_MESSAGE_MS);
  print(`masking: ${NASTY.length} nasty texts, the slowest of ${SHORT} characters takes ${longest.toFixed(1)} ms\n`);
  print(`  time for ten times the length: ${percentile(ratios, 50).toFixed(1)} times (median), `);
  print(`${Math.max(...ratios).toFixed(1)} times (most), limit ${MAX_RATIO}\n`);
  for (const { part, short, ratio } of failed) {
    print(`  too slow: ${JSON.stringify(part)} ${short.toFixed(1)} ms, ${ratio.toFixed(1)} times\n`);
  }
  return failed.length === 0;
}
