import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import {
  reconciliationDifferences as differences,
  type reconciliationDifferences,
  reconciliationRuns,
} from "../../schema/ledger.ts";

export type Discrepancy = Pick<
  typeof reconciliationDifferences.$inferSelect,
  "kind" | "subject" | "providerCents" | "ledgerCents" | "note" | "occurredAt"
>;

/** Receives differences page by page, so that no comparison holds all of them in memory. */
export type Found = (differences: readonly Discrepancy[]) => Promise<void>;

export type SavedDiscrepancy = typeof differences.$inferSelect;

const IS_OPEN = sql`${differences.resolvedAt} is null`;

/** Inserts new differences and updates known ones. */
export async function saveDiscrepancies(db: Db, found: readonly Discrepancy[], seenAt: Date): Promise<void> {
  if (found.length === 0) return;
  const distinct = [
    ...new Map(found.map((difference) => [`${difference.kind} ${difference.subject}`, difference])).values(),
  ];
  await db
    .insert(differences)
    .values(distinct.map((difference) => ({ ...difference, id: newId(), createdAt: seenAt, lastSeenAt: seenAt })))
    .onConflictDoUpdate({
      target: [differences.kind, differences.subject],
      targetWhere: IS_OPEN,
      set: {
        providerCents: sql`excluded.provider_cents`,
        ledgerCents: sql`excluded.ledger_cents`,
        note: sql`excluded.note`,
        lastSeenAt: sql`greatest(${differences.lastSeenAt}, excluded.last_seen_at)`,
      },
    });
}

/** Resolves open differences that weren't found again. Returns their number. */
export async function resolveUnseen(
  db: Db,
  seenAt: Date,
  except: readonly SavedDiscrepancy["kind"][],
): Promise<number> {
  const { rowCount } = await db
    .update(differences)
    .set({ resolvedAt: seenAt })
    .where(
      and(
        IS_OPEN,
        sql`${differences.lastSeenAt} < ${seenAt.toISOString()}`,
        sql`${differences.kind} <> all(${sql.param([...except])}::text[])`,
      ),
    );
  return rowCount ?? 0;
}

type Compared = { from: Date; until: Date };

/** Provider times of open differences that a comparison of this range would miss. */
export async function selectMomentsOutside(db: Db, { from, until }: Compared, limit: number): Promise<Date[]> {
  const { rows } = await db.execute<{ moment: string }>(sql`
    select distinct occurred_at as moment from reconciliation_differences
    where resolved_at is null and (occurred_at < ${from.toISOString()} or occurred_at >= ${until.toISOString()})
    order by occurred_at limit ${limit}`);
  return rows.map(({ moment }) => new Date(moment));
}

export async function selectOpenSubjects(db: Db, kind: SavedDiscrepancy["kind"]): Promise<string[]> {
  const rows = await db
    .select({ subject: differences.subject })
    .from(differences)
    .where(and(IS_OPEN, eq(differences.kind, kind)));
  return rows.map(({ subject }) => subject);
}

export async function countOpen(db: Db, since: Date | null): Promise<{ open: number; fresh: number }> {
  const { rows } = await db.execute<{ open: string; fresh: string }>(sql`
    select count(*) as open,
      count(*) filter (where ${since?.toISOString() ?? null}::timestamptz is null
        or created_at > ${since?.toISOString() ?? null}::timestamptz) as fresh
    from reconciliation_differences where resolved_at is null`);
  return { open: Number(rows[0]?.open ?? 0), fresh: Number(rows[0]?.fresh ?? 0) };
}

const FILTERS: Record<"open" | "resolved" | "all", SQL | undefined> = {
  open: IS_OPEN,
  resolved: sql`${differences.resolvedAt} is not null`,
  all: undefined,
};

type DiscrepanciesPage = { status: keyof typeof FILTERS; after: Place | null; limit: number };

/** Newest first. */
export async function selectDiscrepancies(
  db: Db,
  { status, after, limit }: DiscrepanciesPage,
): Promise<SavedDiscrepancy[]> {
  return db
    .select()
    .from(differences)
    .where(and(FILTERS[status], isAfter(after, differences, "newest")))
    .orderBy(sql`${differences.createdAt} desc, ${differences.id} desc`)
    .limit(limit);
}

type Run = typeof reconciliationRuns.$inferSelect;

export async function findLastRun(db: Db): Promise<Run | null> {
  const [run] = await db.select().from(reconciliationRuns).orderBy(desc(reconciliationRuns.startedAt)).limit(1);
  return run ?? null;
}

export async function insertRun(db: Db, run: Omit<Run, "id" | "createdAt">): Promise<void> {
  await db.insert(reconciliationRuns).values({ ...run, id: newId() });
}

type Query = Pick<DiscrepanciesPage, "status" | "limit"> & { cursor?: string | undefined };

export async function listDiscrepancies(db: Db, { status, limit, cursor }: Query): Promise<PageOf<SavedDiscrepancy>> {
  return pageOf(await selectDiscrepancies(db, { status, after: cursorAfter(cursor), limit: limit + 1 }), limit);
}
