import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import type { ExternalCalendar } from "../external-calendars.repository.ts";
import { enqueueReading } from "../jobs/read-external-calendars.ts";
import { addCalendar, getCalendar } from "./add-calendar.ts";

type Wish = { itemId: string; name: string; url: string };

/** Follows a calendar by its address. A job reads it at once, and every hour from then on. */
export async function followCalendar(db: Db, viewer: Viewer, wish: Wish): Promise<ExternalCalendar> {
  return db.transaction(async (tx) => {
    const id = await addCalendar(tx, viewer, wish);
    await enqueueReading(tx, id);
    return getCalendar(tx, id);
  });
}
