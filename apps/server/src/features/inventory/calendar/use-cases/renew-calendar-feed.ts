import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findOwnCalendarItem, replaceCalendarToken } from "../calendar-items.repository.ts";
import { newCalendarToken } from "./get-calendar-feed.ts";

/** Whoever knew the old address sees nothing any more. */
export async function renewCalendarFeed(db: Db, viewer: Viewer, itemId: string): Promise<string> {
  const item = await findOwnCalendarItem(db, viewer.id, itemId);
  if (!item) throw new AppError("not_found", "Listing not found");
  const token = newCalendarToken();
  await replaceCalendarToken(db, itemId, token);
  return token;
}
