import { type AdminTask, type AdminTaskKind, MOST_COUNTED_TASKS, type TaskOf } from "@nexby/contract/admin/tasks";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { fieldError } from "../../platform/errors.ts";

/** A task without what every source has in common. Its id is that of the case. */
type TaskContent<Kind extends AdminTaskKind> = Omit<TaskOf<Kind>, "kind" | "since" | "due">;

/** Where the tasks of one kind come from. The feature that knows the cases has one per kind. */
export type TaskSource<Kind extends AdminTaskKind> = {
  /**
   * Selects the id of every open case, since when it waits, and when the decision comes too late (or null), in this
   * order. Its conditions need an index, because decided cases only grow in number.
   */
  open(db: Db): SQLWrapper;
  /** What an admin sees of these cases, in any order, with as many queries for a page as for one case. */
  show(db: Db, ids: readonly string[], admin: Viewer): Promise<TaskContent<Kind>[]>;
};

/** A kind without a source doesn't compile. */
export type TaskSources = { readonly [Kind in AdminTaskKind]: TaskSource<Kind> };

/** A task's position in the list: what is due first, then the longest wait. Kind and id decide between equal instants. */
type Place = { kind: AdminTaskKind; id: string; since: Date; due: Date | null };

type Query = { kind?: AdminTaskKind | undefined; cursor?: string | undefined; limit: number };

type Page = { tasks: AdminTask[]; nextCursor: string | null };

/** One page of all kinds, or of one. Its parts are read from one snapshot, so that no task is on two pages. */
export const listAdminTasks = (db: Db, sources: TaskSources, admin: Viewer, query: Query): Promise<Page> =>
  db.transaction(
    async (tx) => {
      const kinds = query.kind ? [query.kind] : kindsOf(sources);
      const found = await selectPlaces(tx, sources, kinds, cursorAfter(query.cursor, sources), query.limit + 1);
      const places = found.slice(0, query.limit);
      const last = places.at(-1);
      return {
        tasks: await showTasks(tx, sources, places, admin),
        nextCursor: found.length > places.length && last ? encode(last) : null,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

const kindsOf = (sources: TaskSources) => Object.keys(sources) as AdminTaskKind[];

/** The open cases of a kind as (kind, id, since, due). */
const casesOf = (db: Db, sources: TaskSources, kind: AdminTaskKind): SQL =>
  sql`select ${sql.raw(`'${kind}'`)} as kind, id, since, due from ${sources[kind].open(db)} as cases (id, since, due)`;

const NEVER = sql.raw("'infinity'::timestamptz");

async function selectPlaces(
  db: Db,
  sources: TaskSources,
  kinds: readonly AdminTaskKind[],
  after: Place | null,
  limit: number,
): Promise<Place[]> {
  const all = sql.join(
    kinds.map((kind) => casesOf(db, sources, kind)),
    sql` union all `,
  );
  const { rows } = await db.execute<{ kind: AdminTaskKind; id: string; since: string; due: string | null }>(sql`
    select kind, id, floor(extract(epoch from since) * 1000)::text as since, floor(extract(epoch from due) * 1000)::text as due
    from (${all}) as tasks
    where ${after ? sql`(coalesce(due, ${NEVER}), since, kind, id) > (${instantOf(after.due)}, ${instantOf(after.since)}, ${after.kind}, ${after.id}::uuid)` : sql`true`}
    order by coalesce(due, ${NEVER}), since, kind, id
    limit ${limit}`);
  return rows.map(({ since, due, ...place }) => ({
    ...place,
    since: new Date(Number(since)),
    due: due === null ? null : new Date(Number(due)),
  }));
}

const instantOf = (instant: Date | null): SQL =>
  instant === null ? NEVER : sql`${instant.toISOString()}::timestamptz`;

/** Asks each kind on the page once. */
async function showTasks(db: Db, sources: TaskSources, places: readonly Place[], admin: Viewer): Promise<AdminTask[]> {
  const shown = new Map<string, object>();
  for (const kind of new Set(places.map((place) => place.kind))) {
    const source: Pick<TaskSource<AdminTaskKind>, "show"> = sources[kind];
    const ids = places.filter((place) => place.kind === kind).map(({ id }) => id);
    for (const content of await source.show(db, ids, admin)) shown.set(keyOf({ kind, id: content.id }), content);
  }
  return places.flatMap((place) => {
    const content = shown.get(keyOf(place));
    const { kind, since, due } = place;
    if (!content) return [];
    return [{ ...content, kind, since: since.toISOString(), due: due?.toISOString() ?? null } as AdminTask];
  });
}

const keyOf = ({ kind, id }: Pick<Place, "kind" | "id">): string => `${kind} ${id}`;

export async function countAdminTasks(db: Db, sources: TaskSources): Promise<Record<AdminTaskKind, number>> {
  const kinds = kindsOf(sources);
  const counted = kinds.map(
    (kind) => sql`(select count(*)::int from (${casesOf(db, sources, kind)} limit ${MOST_COUNTED_TASKS}) as counted)`,
  );
  const { rows } = await db.execute<{ counts: number[] }>(sql`select array[${sql.join(counted, sql`, `)}] as counts`);
  return Object.fromEntries(kinds.map((kind, index) => [kind, rows[0]?.counts[index] ?? 0])) as Record<
    AdminTaskKind,
    number
  >;
}

/** At most 14 digits (the year 5138), because the database accepts no year with more than four digits. */
const CURSOR = /^(\d{0,14})_(\d{1,14})_([a-z_]+)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const encode = ({ due, since, kind, id }: Place): string =>
  Buffer.from(`${due?.getTime() ?? ""}_${since.getTime()}_${kind}_${id}`).toString("base64url");

/** Returns null for the first page. Rejects cursors that we did not issue. */
function cursorAfter(cursor: string | undefined, sources: TaskSources): Place | null {
  if (cursor === undefined) return null;
  const [, due = "", since, kind = "", id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const known = kindsOf(sources).find((one) => one === kind);
  if (!since || !known || !id) throw fieldError("cursor", "This cursor is invalid");
  return { kind: known, id, since: new Date(Number(since)), due: due === "" ? null : new Date(Number(due)) };
}
