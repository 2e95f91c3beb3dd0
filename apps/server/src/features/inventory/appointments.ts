import { type DayRange, edgesOfDays, startOfDay, touchedDays } from "@nexby/domain/bookings/calendar-days";
import { allocateUnits, endOf, type Period } from "@nexby/domain/bookings/occupancy";
import { addDays, type LocalDate, localDate } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import type { Appointment, CalendarReaderPort } from "../../adapters/calendars/calendar-reader.port.ts";
import type { FetchPort } from "../../adapters/fetch/fetch.port.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { uidDomain } from "./calendar-feed.ts";
import {
  type CalendarHold,
  type CalendarItem,
  type ExternalCalendar,
  findCalendar,
  findCalendarItem,
  lockItem,
  recordReading,
  selectHoldsOfCalendar,
  selectLiveHolds,
} from "./calendars.queries.ts";
import { replaceHolds } from "./commands/place-hold.ts";

const MAX_CONFLICTS = 100;
const UNNAMED = "Busy";

type Timed = { summary: string; period: Period };

/**
 * Holds the available units during each appointment and replaces the calendar's previous holds. Existing bookings
 * stay and are reported to the owner as conflicts.
 */
export async function importAppointments(
  db: Db,
  { id, itemId }: Pick<ExternalCalendar, "id" | "itemId">,
  appointments: readonly Appointment[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockItem(tx, itemId);
    const item = await findCalendarItem(tx, itemId);
    // The owner may have removed the calendar while it was being fetched.
    if (!item || !(await findCalendar(tx, id))) return;
    const now = await readClock(tx);
    const frame = importFrame(item.timezone, now);
    const timed = appointments
      .filter(({ uid }) => !uid.endsWith(`@${uidDomain(itemId)}`))
      .flatMap((appointment): Timed[] => {
        const period = periodOf(appointment, frame);
        return period && period.endAt > now ? [{ summary: appointment.summary, period }] : [];
      });

    const margin = item.turnaroundMinutes * 60_000;
    const window = { from: new Date(frame.from.getTime() - margin), to: new Date(frame.to.getTime() + margin) };
    const live = await selectLiveHolds(tx, { itemIds: [itemId], ...window });
    const others = live.filter(({ externalCalendarId }) => externalCalendarId !== id);
    const occupancy = { holds: others, turnaroundMinutes: item.turnaroundMinutes, now };
    const after = mergePeriods(
      timed.map(({ period }) => period),
      item.turnaroundMinutes,
    ).flatMap((period) =>
      allocateUnits({ edges: dailyEdges(period, item.timezone), occupancy, quantityTotal: item.quantityTotal }),
    );
    const before = (await selectHoldsOfCalendar(tx, id)).filter(({ endAt }) => endAt > now);
    await replaceHolds(tx, { listingId: itemId, kind: "import", externalCalendarId: id, before, after });
    const conflicts = conflictsOf(timed, others, item);
    await recordReading(tx, id, { importedCount: timed.length, conflicts, lastProblem: null });
  });
}

const isBooking = ({ kind }: CalendarHold) => kind === "reservation" || kind === "checkout" || kind === "overdue";

function conflictsOf(timed: readonly Timed[], holds: readonly CalendarHold[], item: CalendarItem) {
  const margin = item.turnaroundMinutes * 60_000;
  const bookings = holds.filter(isBooking);
  const collides = ({ startAt, endAt }: Period) =>
    bookings.some(
      (booking) => booking.startAt.getTime() < endAt.getTime() + margin && endOf(booking) + margin > startAt.getTime(),
    );
  return timed
    .filter(({ period }) => collides(period))
    .slice(0, MAX_CONFLICTS)
    .map(({ summary, period }) => {
      const days: DayRange = touchedDays(period, item.timezone);
      return { summary: summary || UNNAMED, ...days };
    });
}

const DAYS_AHEAD = 548;

/** The imported period: from the start of today for a year and a half. */
export function importFrame(zone: string, now: Date) {
  const today = localDateOf(now, zone);
  const lastDay = addDays(today, DAYS_AHEAD);
  return { zone, today, lastDay, from: startOfDay(today, zone), to: startOfDay(addDays(lastDay, 1), zone) };
}
type Frame = ReturnType<typeof importFrame>;

/** The appointment clipped to the frame; null if it is outside. */
function periodOf(appointment: Appointment, { zone, today, lastDay, from, to }: Frame): Period | null {
  if (appointment.isAllDay) {
    const { startDate, endDate } = appointment;
    if (endDate < today || startDate > lastDay) return null;
    const first = startDate < today ? today : localDate(startDate);
    const last: LocalDate = endDate > lastDay ? lastDay : localDate(endDate);
    return { startAt: startOfDay(first, zone), endAt: startOfDay(addDays(last, 1), zone) };
  }
  const startAt = appointment.startAt < from ? from : appointment.startAt;
  const endAt = appointment.endAt > to ? to : appointment.endAt;
  return startAt < endAt ? { startAt, endAt } : null;
}

/** Merges periods that touch or leave less than the turnaround between them. */
function mergePeriods(periods: readonly Period[], turnaroundMinutes: number): Period[] {
  const merged: { startAt: Date; endAt: Date }[] = [];
  for (const { startAt, endAt } of [...periods].sort((a, b) => a.startAt.getTime() - b.startAt.getTime())) {
    const last = merged.at(-1);
    if (!last || startAt.getTime() > last.endAt.getTime() + turnaroundMinutes * 60_000) merged.push({ startAt, endAt });
    else if (endAt > last.endAt) last.endAt = endAt;
  }
  return merged;
}

/** Splits a period at every midnight inside it. */
function dailyEdges(period: Period, zone: string): Date[] {
  const midnights = edgesOfDays(touchedDays(period, zone), zone);
  return [period.startAt, ...midnights.slice(1, -1), period.endAt];
}

export type CalendarPorts = { fetching: FetchPort; calendarReader: CalendarReaderPort };
