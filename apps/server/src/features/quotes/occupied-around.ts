import { addDays, type LocalDate, localTime } from "@nexby/domain/kernel/calendar";
import { instantOf } from "@nexby/domain/kernel/zones";
import type { ItemRulesRow } from "./quotes.repository.ts";

const MIDNIGHT = localTime("00:00");
const LONGEST_SETUP_MINUTES = 1440;

/** Every hold that can matter to rentals between two days lies in this window, with its turnaround and theirs. */
export function occupiedAround({ id, timezone, turnaroundMinutes }: ItemRulesRow, first: LocalDate, last: LocalDate) {
  const shift = (date: LocalDate, minutes: number) =>
    new Date(instantOf(date, MIDNIGHT, timezone).getTime() + minutes * 60_000);
  return {
    listingId: id,
    from: shift(first, -turnaroundMinutes - LONGEST_SETUP_MINUTES),
    to: shift(addDays(last, 2), turnaroundMinutes),
  };
}
