import { type PageOf, pageOf } from "../../../platform/paging/page-by-age.ts";

/** A page of a list that goes by another moment than that of making. */
export function pageByTime<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
  momentOf: (row: Row) => Date,
): PageOf<Row> {
  const placed = rows.map((row) => ({ row, id: row.id, createdAt: momentOf(row) }));
  const page = pageOf(placed, limit);
  return { rows: page.rows.map(({ row }) => row), nextCursor: page.nextCursor };
}
