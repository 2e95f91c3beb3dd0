import { listSearchAnalytics } from "@nexby/contract/discovery/search";
import { listItems } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { nextOf, queryOf } from "../../../testing/listings/listed-items.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { countSearches, deleteOldSearches } from "../counted-searches.ts";
import { createSearchRecorder } from "../search-recorder.ts";

const database = useTestDatabase();
const admin = asViewer({ id: newId(), isAdmin: true, isApproved: true });
const person = () => asViewer({ id: newId(), isAdmin: false, isApproved: true });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
  for (const title of ["Kayak", "Kayak rack"]) await createItem(database().db, { title });
});
afterAll(() => app.close());
beforeEach(() => database().db.execute(sql`truncate search_analytics, throttles`));

const stored = async () =>
  (
    await database().db.execute(sql`
      select text, filters, searches, without_result, results from search_analytics order by text, filters`)
  ).rows;
const read = async (query: Record<string, string> = {}) =>
  (await call(app.origin, listSearchAnalytics, { headers: admin, query })).body;

describe("search analytics", () => {
  test("[DATA-12] search analytics count answered searches by text and kinds of filters, without a trace of the user", async () => {
    const own = await startTestApp({ db: database().db });
    const [one, other] = [person(), person()];
    const search = (headers: Record<string, string>, query: Record<string, string>) =>
      call(own.origin, listItems, { headers, query });
    await search(one, { search: "  Kayak " });
    await search(one, { search: "kayak", maxPrice: "50" });
    await search(other, { search: "KAYAK" });
    await search(other, { search: "unicorn", category: "camping", minPrice: "5", latitude: "40", longitude: "-74" });
    const first = await search(other, { search: "kayak rack", limit: "1" });
    await search(other, queryOf(nextOf(first.headers) ?? ""));
    for (const query of [
      { search: "moved", bounds: "40.6,-74.4,40.8,-74.1" },
      { category: "camping" },
      { search: "  " },
      { search: "maya@nexby.example" },
      { search: "201 555 0177" },
    ] as Record<string, string>[]) {
      await search(other, query);
    }
    await own.close();
    expect(await stored()).toEqual([
      { text: "kayak", filters: [], searches: 2, without_result: 0, results: 2 },
      { text: "kayak rack", filters: [], searches: 1, without_result: 0, results: 1 },
      {
        text: "unicorn",
        filters: ["category", "place", "price"],
        searches: 1,
        without_result: 1,
        results: 0,
      },
    ]);
  });

  test("search analytics log a failure to count without affecting the request", async () => {
    const warnings: string[] = [];
    const broken = { execute: () => Promise.reject(new Error("no database")) };
    const recorder = createSearchRecorder(broken as never, { warn: (_, message) => warnings.push(message) });
    recorder.note({ query: { search: "tent", limit: 24, radius: 25 }, visitor: "a", results: 1 });
    await recorder.close();
    expect(warnings).toEqual(["Searches could not be counted"]);
  });

  test("search analytics limit the searches counted per visitor", async () => {
    const recorder = createSearchRecorder(database().db, { warn: () => undefined });
    for (let n = 0; n < 100; n += 1) {
      recorder.note({ query: { search: `thing ${n}`, limit: 24, radius: 25 }, visitor: "eager", results: 1 });
    }
    await recorder.close();
    expect(await stored()).toHaveLength(30);
    const all = Array.from({ length: 205 }, (_, n) => ({ text: `t${n}`, filters: [], visitor: "patient", results: 1 }));
    await countSearches(database().db, all);
    expect(await stored()).toHaveLength(230);
  });

  test("search analytics are deleted after 90 days", async () => {
    await database().db.execute(sql`
      insert into search_analytics (day, text, filters, searches, without_result, results)
      select (app_now() at time zone 'UTC')::date - age, 'age ' || age, '{}', 1, 0, 1 from unnest(array[0, 89, 90]) as age`);
    await deleteOldSearches(database().db);
    expect((await stored()).map(({ text }) => text)).toEqual(["age 0", "age 89"]);
  });
});

describe("GET /api/admin/searches", () => {
  const put = (rows: [number, string, number, number, string?][]) =>
    Promise.all(
      rows.map(([age, text, searches, without, filters = "{}"]) =>
        database().db.execute(sql`
          insert into search_analytics (day, text, filters, searches, without_result, results)
          values ((app_now() at time zone 'UTC')::date - ${age}::int, ${text}, ${filters}, ${searches}, ${without},
            ${searches === without ? 0 : 5})`),
      ),
    );

  test("GET /api/admin/searches lists the most frequent first, and searches without results by how often that happened", async () => {
    await put([
      [0, "kayak", 3, 0, "{price}"],
      [2, "kayak", 4, 1, "{category,price}"],
      [0, "drill", 7, 0],
      [1, "unicorn", 2, 2],
      [8, "tent", 50, 50],
      [40, "sled", 60, 0],
    ]);
    const texts = async (query: Record<string, string>) => (await read(query)).map(({ text }) => text);
    expect(await texts({ days: "7" })).toEqual(["drill", "kayak", "unicorn"]);
    expect(await texts({})).toEqual(["tent", "drill", "kayak", "unicorn"]);
    expect(await texts({ days: "90" })).toEqual(["sled", "tent", "drill", "kayak", "unicorn"]);
    expect(await texts({ days: "30", kind: "without_result" })).toEqual(["tent", "unicorn", "kayak"]);
    expect((await read({ days: "7" }))[1]).toEqual({
      text: "kayak",
      searchCount: 7,
      withoutResultCount: 1,
      lastResultCount: 5,
      lastDay: expect.any(String),
      filters: ["category", "price"],
    });
  });

  test("GET /api/admin/searches is paged without repeats or gaps, even with equal counts", async () => {
    await put(Array.from({ length: 25 }, (_, n) => [0, `word_${n} ü%`, 1 + (n % 2), 0]));
    for (const kind of ["all", "without_result"]) {
      const seen: string[] = [];
      for (let query: Record<string, string> | null = { kind, limit: "7" }; query; ) {
        const { body, headers } = await call(app.origin, listSearchAnalytics, { headers: admin, query });
        seen.push(...body.map(({ text }) => text));
        const next = nextOf(headers);
        query = next ? queryOf(next) : null;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(kind === "all" ? 25 : 0);
    }
    for (const cursor of ["x", Buffer.from("1_").toString("base64url"), Buffer.from("1_a\0").toString("base64url")]) {
      const response = await callExpectingError(app.origin, listSearchAnalytics, { headers: admin, query: { cursor } });
      expect(response.error.message).toBe("This cursor is invalid");
    }
    expect(
      (await callExpectingError(app.origin, listSearchAnalytics, { headers: admin, query: { days: "91" } })).status,
    ).toBe(400);
  });
});
