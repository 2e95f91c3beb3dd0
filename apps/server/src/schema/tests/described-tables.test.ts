import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";

const SOURCE = fileURLToPath(new URL("../..", import.meta.url));
const REQUIREMENTS = fileURLToPath(new URL("../../../../../docs/requirements.md", import.meta.url));

const BY_TRIGGER = "derived from listings by triggers";
const SHORT_LIVED = "short-lived and rebuilt or given again when lost";

/** Tables without `describeTable`, and why. */
const UNDESCRIBED: Record<string, string> = {
  item_cards: BY_TRIGGER,
  item_search: BY_TRIGGER,
  item_tokens: BY_TRIGGER,
  search_categories: BY_TRIGGER,
  search_terms: BY_TRIGGER,
  idempotency_keys: SHORT_LIVED,
  identity_provider_records: SHORT_LIVED,
  realtime_events: SHORT_LIVED,
  sign_in_flows: SHORT_LIVED,
  throttles: SHORT_LIVED,
  app_clock: "one number, which the tests of the clock read",
  outages: "two instants, which the tests of the clock read",
  worker_beats: "one instant, which the tests of the clock read",
  captured_messages: "the demo's mailbox",
  zip_places: "a copy of a public list",
};

async function readTables(): Promise<string[]> {
  const folder = join(SOURCE, "schema");
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const areas: object[] = await Promise.all(files.map((name) => import(join(folder, name))));
  return areas.flatMap((area) =>
    Object.values(area)
      .filter((value) => is(value, PgTable))
      .map(getTableName),
  );
}

/** Table → the requirement ids in the titles of its tests. */
function readDescriptions(): Map<string, string> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".int.test.ts"),
  );
  const calls = files.flatMap((path) => [
    ...readFileSync(join(SOURCE, path), "utf8").matchAll(/describeTable\(\{\s*table: "(\w+)",\s*ids: "([^"]*)"/g),
  ]);
  return new Map(calls.map(([, table = "", ids = ""]) => [table, ids]));
}

/** Requirement id → its text, without what is not built yet. */
const dataRequirements = [...readFileSync(REQUIREMENTS, "utf8").matchAll(/^- (DATA-\d+) ([^◐\n]*)/gm)].map(
  ([, id = "", text = ""]) => [id, text.split(/\W+/)] as const,
);

describe("the tables of the database", async () => {
  const tables = await readTables();
  const descriptions = readDescriptions();

  it("the tables of the database are compared with the database by describeTable, or are exceptions with a reason", () => {
    expect(tables.length).toBeGreaterThan(80);
    expect([...descriptions.keys(), ...Object.keys(UNDESCRIBED)].sort()).toEqual(tables.sort());
  });

  it.each(dataRequirements)("the tables of the database that %s names are described under this id", (id, words) => {
    const named = tables.filter((table) => words.includes(table));
    expect(named.filter((table) => !descriptions.get(table)?.includes(`[${id}]`))).toEqual([]);
  });

  it("the tables of the database are named by the data requirements", () => {
    const named = dataRequirements.flatMap(([, words]) => words.filter((word) => tables.includes(word)));
    expect(named).toEqual(
      expect.arrayContaining(["users", "status_transitions", "notifications_log", "scheduled_jobs"]),
    );
  });
});
