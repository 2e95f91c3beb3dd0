import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { AppError } from "./errors.ts";

/** The position in a list ordered by age after which the next page starts. */
export type Place = { createdAt: Date; id: string };

/** At most 14 digits (the year 5138), because the database accepts no year with more than four digits. */
const CURSOR = /^(\d{1,14})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const encodeCursor = ({ createdAt, id }: Place): string =>
  Buffer.from(`${createdAt.getTime()}_${id}`).toString("base64url");

/** Returns null for the first page. Rejects cursors that we did not issue. */
export function cursorAfter(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, time, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (time && id) return { createdAt: new Date(Number(time)), id };
  const message = "This cursor is invalid";
  throw new AppError("validation_failed", message, { details: [{ field: "cursor", message }] });
}

type Columns = { createdAt: AnyColumn | SQL; id: AnyColumn };

/** Matches rows after a position in a list sorted newest or oldest first. */
export function isAfter(place: Place | null, { createdAt, id }: Columns, first: "newest" | "oldest"): SQL | undefined {
  if (!place) return undefined;
  const comparison = sql.raw(first === "newest" ? "<" : ">");
  return sql`(${createdAt}, ${id}) ${comparison} (${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid)`;
}

export type PageOf<Row> = { rows: Row[]; nextCursor: string | null };

/** Expects one row more than the page holds, to tell if there is a next page. */
export function pageOf<Row extends Place>(rows: readonly Row[], limit: number): PageOf<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > page.length && last ? encodeCursor(last) : null };
}
