import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { AppError } from "./errors.ts";

/** The place in a list ordered by age after which the next page begins. */
export type Place = { createdAt: Date; id: string };

/** At most 14 digits: that is the year 5138, and the database reads no year of more than four digits. */
const CURSOR = /^(\d{1,14})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const encodeCursor = ({ createdAt, id }: Place): string =>
  Buffer.from(`${createdAt.getTime()}_${id}`).toString("base64url");

/** Null for the first page. Refuses what is no cursor of ours. */
export function cursorAfter(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, time, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (time && id) return { createdAt: new Date(Number(time)), id };
  const message = "Cursor is not one of ours";
  throw new AppError("validation_failed", message, { details: [{ field: "cursor", message }] });
}

type Columns = { createdAt: AnyColumn; id: AnyColumn };

/** What comes after a place in a list that has the newest first, or the oldest. */
export function isAfter(place: Place | null, { createdAt, id }: Columns, first: "newest" | "oldest"): SQL | undefined {
  if (!place) return undefined;
  const comparison = sql.raw(first === "newest" ? "<" : ">");
  return sql`(${createdAt}, ${id}) ${comparison} (${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid)`;
}

export type PageOf<Row> = { rows: Row[]; nextCursor: string | null };

/** Of one row more than a page holds: the page, and where the next one begins if there is one. */
export function pageOf<Row extends Place>(rows: readonly Row[], limit: number): PageOf<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > page.length && last ? encodeCursor(last) : null };
}
