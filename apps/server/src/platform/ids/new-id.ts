import { randomBytes } from "node:crypto";

const MOST_IN_A_MILLISECOND = 0xfff;

let time = 0;
let sequence = 0;

/** A clock that stands still or goes back must not turn the order around. */
function advance(): void {
  const now = Date.now();
  if (now <= time && sequence < MOST_IN_A_MILLISECOND) {
    sequence += 1;
    return;
  }
  time = Math.max(now, time + 1);
  sequence = 0;
}

/**
 * A version 7 uuid: ordered by time, so that new rows sit together in every index, and within a process by the order of
 * the calls, so that of two rows of one millisecond the later one is the newer.
 */
export function newId(): string {
  advance();
  const bytes = randomBytes(16);
  bytes.writeUIntBE(time, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
