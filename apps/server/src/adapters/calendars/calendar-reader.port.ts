/** What a calendar says about a time: without a zone of its own a day is a day wherever the item is. */
export type Appointment = { uid: string; summary: string } & (
  | { isAllDay: true; startDate: string; endDate: string }
  | { isAllDay: false; startAt: Date; endAt: Date }
);

/** Times without a zone are meant in this one; repetitions are followed from one instant to the other. */
export type ReadingFrame = { zone: string; from: Date; to: Date };

/** Why a calendar could not be read, in words for the person who gave it. */
export class CalendarProblem extends Error {}

/** Reads an iCalendar text. Never throws anything but a CalendarProblem. */
export type CalendarReaderPort = { read(text: string, frame: ReadingFrame): Promise<Appointment[]> };
