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

/** As long as messages get. */
const SHORT = 5_000;
const LONG = 10 * SHORT;
const MAX_RATIO = 15;
const ROUNDS = 6;
/** Shorter texts are masked several times for one measurement, because the clock of the processor is coarse. */
const MIN_MS = 10;
const WARM_UP = 5;
const MAX_MESSAGE_MS = 50;

const ofLength = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Processor time, which other programs don't use up. */
function millisecondsOf(text: string, times: number): number {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count += 1) maskContacts(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}

/** The fastest of several, because collecting garbage only lengthens it. */
function timeOf(text: string): number {
  const times = Math.ceil(MIN_MS / Math.max(0.1, millisecondsOf(text, 1)));
  return Math.min(...Array.from({ length: ROUNDS }, () => millisecondsOf(text, times)));
}

/**
 * Masks nasty texts of 5,000 characters and ten times as long. Ten times the length may take 15 times the processor time.
 * Returns false if a text takes longer.
 */
export function measureMasking(): boolean {
  const measured = NASTY.map((part) => {
    millisecondsOf(ofLength(part, SHORT), WARM_UP);
    const short = timeOf(ofLength(part, SHORT));
    return { part, short, ratio: timeOf(ofLength(part, LONG)) / short };
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
