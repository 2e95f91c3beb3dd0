import type { CalendarReaderPort } from "../../../adapters/calendars/calendar-reader.port.ts";
import type { FetchPort } from "../../../adapters/fetch/fetch.port.ts";

/** How calendars elsewhere are got and understood. */
export type CalendarPorts = { fetching: FetchPort; calendarReader: CalendarReaderPort };
