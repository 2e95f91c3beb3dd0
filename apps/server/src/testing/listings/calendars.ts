import { threadedCalendarReader } from "../../adapters/calendars/threaded-calendar-reader.ts";
import { type FetchPort, FetchProblem } from "../../adapters/fetch/fetch.port.ts";
import type { CalendarPorts } from "../../features/inventory/appointments.ts";

const nowhere: FetchPort = {
  readText: async () => {
    throw new FetchProblem("There is no internet in tests");
  },
};

/** For tests that do not use external calendars. */
export const NO_CALENDARS: CalendarPorts = { fetching: nowhere, calendarReader: threadedCalendarReader() };
