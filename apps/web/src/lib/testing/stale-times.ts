import { MINUTE } from "@nexby/domain/kernel/duration";

/** Times to come, as texts name them. */
const AHEAD = /(?:\bby|until|on|before|starts|from) (\w{3}, \w{3} \d+, \d+:\d\d [AP]M)/gi;
/** Sentences about what has happened, or was to happen. */
const PAST = /(was|were) due|planned for|(was|were) to|reported on|contested it on|disputed that on|as handed over on/i;

/** Times in New York in June 2026 that a text names as still to come, although they have passed. */
export function staleTimes(text: string, now: number): string[] {
  const sentences = text.split(/(?<=[.?!]) /).filter((sentence) => !PAST.test(sentence));
  return sentences
    .flatMap((sentence) => [...sentence.matchAll(AHEAD)].map(([, time]) => time ?? ""))
    .filter(
      (time) => Date.parse(`${time.replace(/^\w+, /, "").replace(",", ", 2026")} GMT-0400`) < now - (now % MINUTE),
    );
}
