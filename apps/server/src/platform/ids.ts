import { randomUUID } from "node:crypto";

const MAX_IN_A_MILLISECOND = 0xfff;
/** Index of the variant digit in a UUID; from there on, versions 4 and 7 have the same layout. */
const RANDOM_PART = 19;

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");

let time = 0;
let sequence = 0;

/** Keeps ids in order when the clock stands still or goes back. */
function advance(): void {
  const now = Date.now();
  if (now <= time && sequence < MAX_IN_A_MILLISECOND) {
    sequence += 1;
    return;
  }
  time = Math.max(now, time + 1);
  sequence = 0;
}

/**
 * A version 7 UUID, ordered by time so that new rows are adjacent in every index. Ids of one process follow call order,
 * even within a millisecond.
 */
export function newId(): string {
  advance();
  const stamp = hex(time, 12);
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hex(sequence, 3)}-${randomUUID().slice(RANDOM_PART)}`;
}
