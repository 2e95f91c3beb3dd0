import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { jobHandlers } from "./composition/job-handlers.ts";
import { projectRoot } from "./platform/config.ts";
import { enqueueJob, type JobHandler } from "./platform/jobs/job.ts";
import { allJobs, useWorkers } from "./platform/jobs/tests/worker-under-test.ts";
import { until } from "./testing/server-process.ts";

const { db, startWorker } = useWorkers();
const MIGRATION = join(projectRoot, "apps/server/migrations/0033_job_names.sql");
const HANDLERS = join(projectRoot, "apps/server/src/composition/job-handlers.ts");

const deps: unknown = { secret: "secret-of-tests", siteUrl: "https://nexby.example", push: {} };
const { once, recurring } = jobHandlers(deps as Parameters<typeof jobHandlers>[0]);

const FORMER_ONCE = ["remove_photo_files", "remove_evidence_files", "remove_message_files", "remove_unused_menu"];
const FORMER_RECURRING = [
  ...["sweep_expired_holds", "sweep_codes_and_links", "sweep_sign_in_flows", "sweep_identity_provider"],
  ...["sweep_throttles", "sweep_old_events", "sweep_finished_jobs", "sweep_old_drafts"],
  ...["remove_orphaned_photos", "remove_expired_evidence"],
  ...["forget_old_provider_events", "forget_old_errors", "forget_unused_terms", "forget_old_searches"],
  ...["forget_old_recommendations", "forget_old_outcomes"],
];

test("[JOB-01] jobs that were enqueued under a former name run after the upgrade, and recurring ones stay one job", async () => {
  for (const type of FORMER_ONCE) await enqueueJob(db(), { type, entityType: "photo", entityId: type });
  for (const type of FORMER_RECURRING) await enqueueJob(db(), { type, entityType: "system", entityId: type });
  await db().execute(sql.raw(readFileSync(MIGRATION, "utf8")));
  const former = new Set([...FORMER_ONCE, ...FORMER_RECURRING]);
  expect((await allJobs(db())).map(({ jobType }) => jobType).filter((type) => former.has(type))).toEqual([]);

  const ran: string[] = [];
  const records: JobHandler = { inTransaction: async (_, { jobType, entityId }) => void ran.push(jobType, entityId) };
  const recording = Object.keys(once).map((type) => [type, records]);
  const hourly = Object.keys(recurring).map((type) => [type, { everyMs: HOUR, handler: records }]);
  await startWorker({ once: Object.fromEntries(recording), recurring: Object.fromEntries(hourly) });
  const all = FORMER_ONCE.length + Object.keys(recurring).length;
  await until(async () => (await allJobs(db())).filter(({ status }) => status === "completed").length >= all);

  expect(ran).toEqual(expect.arrayContaining(FORMER_ONCE));
  expect(ran.filter((name) => name === "delete_photo_files")).toHaveLength(1);
  for (const type of Object.keys(recurring))
    expect(
      ran.filter((name) => name === type),
      type,
    ).toHaveLength(2);
});

test("a job is named as its function", () => {
  const source = readFileSync(HANDLERS, "utf8");
  const camelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const named = [...source.matchAll(/^ {6}\[?(\w+)\]?: (.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);
  expect(named.length).toBeGreaterThan(Object.keys(recurring).length);
  const others = named.filter(([name = "", value = ""]) => !new RegExp(`\\b${camelCase(name)}\\b`).test(value));
  expect(others).toEqual([]);
});
