import { type SQL, sql } from "drizzle-orm";

/** Rows as one value: taking a hundred small rows in one by one costs the server more than their search the database. */
export const listOf = <Row extends readonly unknown[]>(...columns: SQL[]): SQL<Row[]> =>
  sql<Row[]>`coalesce(json_agg(json_build_array(${sql.join(columns, sql`, `)})), '[]')`;

export type Listed<Row> = { list: Row[] }[];

export const rowsOf = <Row>([value]: Listed<Row>): Row[] => value?.list ?? [];
