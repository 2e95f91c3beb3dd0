import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { items } from "../../../schema/listings.ts";
import { findOwnItem } from "../own-items.queries.ts";

/** The token is the only secret protecting the feed, so it must be hard to guess. */
const newCalendarToken = () => randomBytes(24).toString("base64url");

/** The token of the calendar feed's address. Creates it on first use. */
export async function getCalendarFeed(db: Db, viewer: Viewer, itemId: string): Promise<string> {
  const item = await findOwnItem(db, viewer.id, itemId);
  if (!item) throw new AppError("not_found", "Listing not found");
  return item.calendarToken ?? ensureCalendarToken(db, itemId, newCalendarToken());
}

/** The old URL stops working. */
export async function rotateCalendarFeed(db: Db, viewer: Viewer, itemId: string): Promise<string> {
  const item = await findOwnItem(db, viewer.id, itemId);
  if (!item) throw new AppError("not_found", "Listing not found");
  const token = newCalendarToken();
  await db.update(items).set({ calendarToken: token }).where(eq(items.id, itemId));
  return token;
}

/** Returns the stored token: with concurrent requests the first one wins. */
async function ensureCalendarToken(db: Db, itemId: string, token: string): Promise<string> {
  const [row] = await db
    .update(items)
    .set({ calendarToken: sql`coalesce(${items.calendarToken}, ${token})` })
    .where(eq(items.id, itemId))
    .returning({ token: items.calendarToken });
  return row?.token ?? token;
}
