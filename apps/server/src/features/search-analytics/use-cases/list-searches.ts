import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { type SearchPlace, type SearchRow, selectSearches } from "../search-analytics.repository.ts";

type Query = { days: number; kind: "all" | "without_result"; limit: number; cursor?: string | undefined };
type Page = { rows: SearchRow[]; nextCursor: string | null };

const CURSOR = /^(\d{1,9})_(.{1,80})$/su;
const HAS_CONTROL = /\p{Cc}/u;

/** One page of what was searched for in the last days, the most frequent first. */
export async function listSearches(db: Db, { days, kind, limit, cursor }: Query): Promise<Page> {
  const isWithoutResult = kind === "without_result";
  const found = await selectSearches(db, { days, isWithoutResult, after: placeAfter(cursor), limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const countOf = (row: SearchRow) => (isWithoutResult ? row.withoutResult : row.searches);
  const isMore = found.length > rows.length;
  return { rows, nextCursor: isMore && last ? encode({ count: countOf(last), text: last.text }) : null };
}

const encode = ({ count, text }: SearchPlace) => Buffer.from(`${count}_${text}`).toString("base64url");

function placeAfter(cursor: string | undefined): SearchPlace | null {
  if (cursor === undefined) return null;
  const [, count, text] = CURSOR.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (count && text && !HAS_CONTROL.test(text)) return { count: Number(count), text };
  const message = "Cursor is not one of ours";
  throw new AppError("validation_failed", message, { details: [{ field: "cursor", message }] });
}
