import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids/new-id.ts";
import { isAfter, type Place } from "../../platform/paging/page-by-age.ts";
import type { Difference } from "./difference.ts";
import { reconciliationDifferences as differences } from "./reconciliation-differences.table.ts";

export type KeptDifference = typeof differences.$inferSelect;

const IS_OPEN = sql`${differences.resolvedAt} is null`;

/** Seen for the first time, or once more. */
export async function keepDifferences(db: Db, found: readonly Difference[], seenAt: Date): Promise<void> {
  if (found.length === 0) return;
  const distinct = [...new Map(found.map((one) => [`${one.kind} ${one.subject}`, one])).values()];
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

/** What was looked for again and not found. Answers how many. */
export async function resolveUnseen(db: Db, seenAt: Date, except: readonly KeptDifference["kind"][]): Promise<number> {
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

/** When what differs happened at the provider, where that was before a moment: a comparison since then misses it. */
export async function selectOlderMoments(db: Db, before: Date, limit: number): Promise<Date[]> {
  const { rows } = await db.execute<{ moment: string }>(sql`
    select distinct occurred_at as moment from reconciliation_differences
    where resolved_at is null and occurred_at < ${before.toISOString()}
    order by occurred_at limit ${limit}`);
  return rows.map(({ moment }) => new Date(moment));
}

export async function selectOpenSubjects(db: Db, kind: KeptDifference["kind"]): Promise<string[]> {
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

export type DifferencesPage = { status: keyof typeof FILTERS; after: Place | null; limit: number };

/** Newest first. */
export async function selectDifferences(db: Db, { status, after, limit }: DifferencesPage): Promise<KeptDifference[]> {
  return db
    .select()
    .from(differences)
    .where(and(FILTERS[status], isAfter(after, differences, "newest")))
    .orderBy(sql`${differences.createdAt} desc, ${differences.id} desc`)
    .limit(limit);
}
