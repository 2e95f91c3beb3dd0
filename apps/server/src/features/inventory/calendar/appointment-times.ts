import { edgesOfDays, startOfDay, touchedDays } from "@nexby/domain/bookings/blocked-days";
import type { Period } from "@nexby/domain/bookings/occupancy";
import { addDays, type LocalDate, localDate } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import type { Appointment } from "../../../adapters/calendars/calendar-reader.port.ts";

const DAYS_AHEAD = 548;

/** From the beginning of today for a year and a half: what calendars elsewhere are asked about. */
export function importFrame(zone: string, now: Date) {
  const today = localDateOf(now, zone);
  const lastDay = addDays(today, DAYS_AHEAD);
  return { zone, today, lastDay, from: startOfDay(today, zone), to: startOfDay(addDays(lastDay, 1), zone) };
}
type Frame = ReturnType<typeof importFrame>;

/** When an appointment takes the item; null when that is outside the frame. */
export function periodOf(appointment: Appointment, { zone, today, lastDay, from, to }: Frame): Period | null {
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

/** Periods that meet, or leave less between them than the item needs between rentals, are one. */
export function mergePeriods(periods: readonly Period[], turnaroundMinutes: number): Period[] {
  const merged: { startAt: Date; endAt: Date }[] = [];
  for (const { startAt, endAt } of [...periods].sort((a, b) => a.startAt.getTime() - b.startAt.getTime())) {
    const last = merged.at(-1);
    if (!last || startAt.getTime() > last.endAt.getTime() + turnaroundMinutes * 60_000) merged.push({ startAt, endAt });
    else if (endAt > last.endAt) last.endAt = endAt;
  }
  return merged;
}

/** A period cut at every midnight inside it. */
export function dailyEdges(period: Period, zone: string): Date[] {
  const midnights = edgesOfDays(touchedDays(period, zone), zone);
  return [period.startAt, ...midnights.slice(1, -1), period.endAt];
}
