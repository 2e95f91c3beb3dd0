import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { fieldError } from "./errors.ts";

export const encodeCursor = (text: string): string => Buffer.from(text).toString("base64url");

/** Returns null for the first page. Rejects a cursor whose text `read` doesn't recognize. */
export function readCursor<Position>(
  cursor: string | undefined,
  read: (text: string) => Position | null,
): Position | null {
  if (cursor === undefined) return null;
  const position = read(Buffer.from(cursor, "base64url").toString());
  if (position === null) throw invalidCursor();
  return position;
}

export const invalidCursor = () => fieldError("cursor", "This cursor is invalid");

/** The position in a list ordered by age after which the next page starts. */
export type Place = { createdAt: Date; id: string };

/** At most 14 digits (the year 5138), because the database accepts no year with more than four digits. */
const PLACE = /^(\d{1,14})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const textOf = ({ createdAt, id }: Place): string => `${createdAt.getTime()}_${id}`;

export const cursorAfter = (cursor: string | undefined): Place | null =>
  readCursor(cursor, (text) => {
    const [, time, id] = PLACE.exec(text) ?? [];
    return time && id ? { createdAt: new Date(Number(time)), id } : null;
  });

type Columns = { createdAt: AnyColumn | SQL; id: AnyColumn };

/** Matches rows after a position in a list sorted newest or oldest first. */
export function isAfter(place: Place | null, { createdAt, id }: Columns, first: "newest" | "oldest"): SQL | undefined {
  if (!place) return undefined;
  const comparison = sql.raw(first === "newest" ? "<" : ">");
  return sql`(${createdAt}, ${id}) ${comparison} (${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid)`;
}

export type PageOf<Row> = { rows: Row[]; nextCursor: string | null };

/** A page of a list ordered by age. Expects one row more than the page holds, to tell if there is a next page. */
export const pageOf = <Row extends Place>(rows: readonly Row[], limit: number): PageOf<Row> =>
  pageBy(rows, limit, textOf);

/** The same in any order: `position` is the text that the next page's cursor has to hold. */
export function pageBy<Row>(rows: readonly Row[], limit: number, position: (last: Row) => string): PageOf<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > page.length && last ? encodeCursor(position(last)) : null };
}
