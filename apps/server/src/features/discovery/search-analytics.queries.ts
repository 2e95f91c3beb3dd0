import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { searchAnalytics } from "../../schema/search.ts";
import { today } from "./counted-searches.ts";

export type SearchRow = {
  text: string;
  searches: number;
  withoutResult: number;
  results: number;
  lastDay: string;
  /** Filter kinds, comma-separated, with duplicates. */
  filters: string;
};

type SearchPlace = { count: number; text: string };
type SearchPage = { days: number; isWithoutResult: boolean; after: SearchPlace | null; limit: number };

/** Sorted by count, then text; the cursor holds both. */
async function selectSearches(db: Db, { days, isWithoutResult, after, limit }: SearchPage): Promise<SearchRow[]> {
  const counted = isWithoutResult ? sql`sum(without_result)` : sql`sum(searches)`;
  const isAfter = after
    ? sql`and (${counted} < ${after.count} or (${counted} = ${after.count} and text collate "C" > ${after.text}))`
    : sql``;
  const { rows } = await db.execute<SearchRow>(sql`
    select text, sum(searches)::int as searches, sum(without_result)::int as "withoutResult",
      (array_agg(results order by day desc, results desc))[1] as results, max(day)::text as "lastDay",
      string_agg(array_to_string(filters, ','), ',') as filters
    from ${searchAnalytics}
    where day > ${today} - ${days}::int
    group by text
    having ${counted} > 0 ${isAfter}
    order by ${counted} desc, text collate "C"
    limit ${limit}`);
  return rows;
}

type Query = { days: number; kind: "all" | "without_result"; limit: number; cursor?: string | undefined };
type Page = { rows: SearchRow[]; nextCursor: string | null };

const CURSOR = /^(\d{1,9})_(.{1,80})$/su;
const HAS_CONTROL = /\p{Cc}/u;

/** Most frequent first. */
export async function listSearchAnalytics(db: Db, { days, kind, limit, cursor }: Query): Promise<Page> {
  const isWithoutResult = kind === "without_result";
  const found = await selectSearches(db, { days, isWithoutResult, after: cursorAfter(cursor), limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const countOf = (row: SearchRow) => (isWithoutResult ? row.withoutResult : row.searches);
  const isMore = found.length > rows.length;
  return { rows, nextCursor: isMore && last ? encode({ count: countOf(last), text: last.text }) : null };
}

const encode = ({ count, text }: SearchPlace) => Buffer.from(`${count}_${text}`).toString("base64url");

function cursorAfter(cursor: string | undefined): SearchPlace | null {
  if (cursor === undefined) return null;
  const [, count, text] = CURSOR.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (count && text && !HAS_CONTROL.test(text)) return { count: Number(count), text };
  const message = "This cursor is invalid";
  throw new AppError("validation_failed", message, { details: [{ field: "cursor", message }] });
}
