import { randomBytes } from "node:crypto";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findOwnCalendarItem, keepCalendarToken } from "../calendar-items.repository.ts";

/** Hard to guess, since it is all that the calendar's reader has to show. */
export const newCalendarToken = () => randomBytes(24).toString("base64url");

/** The token of an own item's calendar, made when it is asked for first. */
export async function getCalendarFeed(db: Db, viewer: Viewer, itemId: string): Promise<string> {
  const item = await findOwnCalendarItem(db, viewer.id, itemId);
  if (!item) throw new AppError("not_found", "Listing not found");
  return item.calendarToken ?? keepCalendarToken(db, itemId, newCalendarToken());
}
