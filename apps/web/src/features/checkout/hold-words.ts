import { productNow } from "../../lib/server-time.ts";
import { zonedTime } from "../../lib/zoned-time.ts";

const DAY_MS = 86_400_000;

/** "4:35 PM", with its day where that is not near. */
export function clockWords(instant: string, timeZone: string, now = productNow()): string {
  const isNear = Math.abs(Date.parse(instant) - now) < DAY_MS / 2;
  const day = isNear ? {} : ({ month: "short", day: "numeric" } as const);
  return zonedTime(new Date(instant), timeZone, { ...day, hour: "numeric", minute: "2-digit" });
}

/** Said once each, when so little time is left. */
const MARKS = [
  { seconds: 60, text: "One minute left to pay" },
  { seconds: 300, text: "Five minutes left to pay" },
];

export const spokenMark = (seconds: number): string =>
  seconds === 0 ? "" : (MARKS.find((mark) => seconds <= mark.seconds)?.text ?? "");
