/** All-day events have dates without a time zone; they apply in the item's own time zone. */
export type Appointment = { uid: string; summary: string } & (
  | { isAllDay: true; startDate: string; endDate: string }
  | { isAllDay: false; startAt: Date; endAt: Date }
);

/** Floating times are read in `zone`; recurrences are expanded between `from` and `to`. */
export type ReadingFrame = { zone: string; from: Date; to: Date };

/** The message is shown to the user who subscribed to the calendar. */
export class CalendarProblem extends Error {}

/** Users take turns. Without a user waiting for the result, a reading runs after all others and is never rejected. */
type ReadingTurn = { person: string; isPatient?: boolean };

/** Reads an iCalendar text. Throws a CalendarProblem, or `service_unavailable` if too many users wait. */
export type CalendarReaderPort = {
  read(text: string, frame: ReadingFrame, turn: ReadingTurn): Promise<Appointment[]>;
};
