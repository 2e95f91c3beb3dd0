import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { readClock } from "../../clock.ts";
import { claimQuery } from "../job-queue.ts";

const database = useTestDatabase();

type Plan = { "Node Type": string; "Index Name"?: string; "Relation Name"?: string; Plans?: Plan[] };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test("[JOB-01] a claim finds due jobs by index, however many are finished or scheduled", async () => {
  const { db, owner } = database();
  await db.execute(sql`
    insert into scheduled_jobs (job_type, entity_type, entity_id, scheduled_at, status, finished_at)
    select 'work', 'thing', n::text, app_now() - n * interval '1 minute', 'completed', app_now()
    from generate_series(1, 20000) as n`);
  await db.execute(sql`
    insert into scheduled_jobs (job_type, entity_type, entity_id, scheduled_at)
    select 'work', 'thing', n::text, app_now() + (n - 20) * interval '1 minute' from generate_series(1, 5000) as n`);
  await owner.execute(sql`analyze scheduled_jobs`);
  const claim = claimQuery(
    { workerId: "worker", leaseMs: 30_000 },
    await readClock(db),
    sql`job_type <> all('{heavy}')`,
    5,
  );
  const { rows } = await db.execute<{ "QUERY PLAN": { Plan: Plan }[] }>(sql`explain (format json) ${claim}`);
  const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => nodesOf(Plan)));
  const indexes = nodes.flatMap((node) => node["Index Name"] ?? []);
  expect(nodes.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
  expect(indexes).toEqual(expect.arrayContaining(["scheduled_jobs_due", "scheduled_jobs_live_of_entity"]));
  expect(indexes.filter((name) => !/_(due|live_of_entity|pkey)$/.test(name))).toEqual([]);
});
