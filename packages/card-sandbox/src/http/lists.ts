import type { Documents, Kind } from "../store.ts";
import type { Context } from "./call.ts";
import { integer, type Moments, moments, type Parsed, text } from "./fields.ts";
import { noSuch } from "./refusals.ts";

export const PAGING = {
  limit: integer({ from: 1, to: 100 }),
  starting_after: text(),
  ending_before: text(),
};

export const PAGING_BY_DATE = { ...PAGING, created: moments() };

export type Paging = Partial<Parsed<typeof PAGING_BY_DATE>>;

export type Page<T> = { object: "list"; url: string; has_more: boolean; data: T[] };

/** Reads newest first, only rows that meet all conditions. `$` in a condition stands for its value. */
type Selection = {
  from: string;
  conditions: readonly (readonly [string, unknown])[];
};

const DEFAULT_LIMIT = 10;
const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

const whereMoments = (column: string, given: Moments | undefined): (readonly [string, unknown])[] =>
  (["gt", "gte", "lt", "lte"] as const).map((bound) => [`${column} ${COMPARISONS[bound]} $`, given?.[bound]] as const);

/** Conditions with an undefined value are ignored. */
export async function page<Row extends object>(
  { db }: Pick<Context, "db">,
  { from, conditions }: Selection,
  paging: Paging,
): Promise<{ rows: Row[]; has_more: boolean }> {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const clauses = [...conditions, ...whereMoments("created", paging.created)]
    .filter(([, given]) => given !== undefined)
    .map(([condition, given]) => condition.replace("$", () => value(given)));
  const isBackwards = paging.ending_before !== undefined;
  const cursor = paging.ending_before ?? paging.starting_after;
  if (cursor !== undefined) {
    const { rows } = await db.query<{ seq: string }>(`select seq from ${from} where id = $1`, [cursor]);
    if (!rows[0]) throw noSuch("object", cursor, isBackwards ? "ending_before" : "starting_after");
    clauses.push(`seq ${isBackwards ? ">" : "<"} ${value(rows[0].seq)}`);
  }
  const limit = paging.limit ?? DEFAULT_LIMIT;
  const { rows } = await db.query<Row>(
    `select * from ${from} ${clauses.length > 0 ? `where ${clauses.join(" and ")}` : ""}
     order by seq ${isBackwards ? "asc" : "desc"} limit ${limit + 1}`,
    values,
  );
  const shown = rows.slice(0, limit);
  return { rows: isBackwards ? shown.reverse() : shown, has_more: rows.length > limit };
}

/** Lists documents of one kind whose properties have the given values. */
export async function listDocuments<K extends Kind>(
  context: Context,
  kind: K,
  url: string,
  paging: Paging,
  properties: Record<string, string | undefined> = {},
): Promise<Page<Documents[K]>> {
  const conditions: [string, unknown][] = Object.entries(properties).map(([name, value]) => [
    `body->>'${name}' = $`,
    value,
  ]);
  const { rows, has_more } = await page<{ body: Documents[K] }>(
    context,
    {
      from: "card_sandbox.documents",
      conditions: [["kind = $", kind], ["account = $", context.account], ...conditions],
    },
    paging,
  );
  return { object: "list", url, has_more, data: rows.map(({ body }) => body) };
}
