import { type DayRange, touchedDays } from "@nexby/domain/bookings/blocked-days";
import type { Period } from "@nexby/domain/bookings/occupancy";
import { takeWhatIsFree } from "@nexby/domain/bookings/take-what-is-free";
import type { Appointment } from "../../../../adapters/calendars/calendar-reader.port.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { replaceHolds } from "../../use-cases/replace-holds.ts";
import { dailyEdges, importFrame, mergePeriods, periodOf } from "../appointment-times.ts";
import { uidDomain } from "../calendar-feed.ts";
import { type CalendarHold, selectHoldsOfCalendar, selectLiveHolds } from "../calendar-holds.repository.ts";
import { type CalendarItem, findCalendarItem, lockItem } from "../calendar-items.repository.ts";
import { type ExternalCalendar, findCalendar, recordReading } from "../external-calendars.repository.ts";

const MOST_CONFLICTS = 100;
const UNNAMED = "Busy";

type Timed = { summary: string; period: Period };

/**
 * Takes what is free at the time of each appointment, in place of what the calendar took before. Where bookings are
 * already, they stay, and the owner is told.
 */
export async function takeAppointments(
  db: Db,
  { id, itemId }: Pick<ExternalCalendar, "id" | "itemId">,
  appointments: readonly Appointment[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockItem(tx, itemId);
    const item = await findCalendarItem(tx, itemId);
    // While it was being read its owner may have removed it.
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
      takeWhatIsFree({ edges: dailyEdges(period, item.timezone), occupancy, quantityTotal: item.quantityTotal }),
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
      (booking) =>
        booking.startAt.getTime() < endAt.getTime() + margin && booking.endAt.getTime() + margin > startAt.getTime(),
    );
  return timed
    .filter(({ period }) => collides(period))
    .slice(0, MOST_CONFLICTS)
    .map(({ summary, period }) => {
      const days: DayRange = touchedDays(period, item.timezone);
      return { summary: summary || UNNAMED, ...days };
    });
}
