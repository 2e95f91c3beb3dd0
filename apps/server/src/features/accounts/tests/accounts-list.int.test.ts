import { type AccountView, listAccounts } from "@nexby/contract/admin/accounts";
import { HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { type AccountFilter, accountsQuery } from "../accounts.queries.ts";

const database = useTestDatabase();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

const headers = asViewer({ id: newId(), isAdmin: true, isApproved: true });
const list = (query: Record<string, string>) => call(app.origin, listAccounts, { headers, query });
const namesOf = (accounts: readonly AccountView[]) => accounts.map(({ firstName }) => firstName);

describe("the list of accounts", () => {
  beforeAll(async () => {
    const suspendedAt = new Date();
    const people = [
      { firstName: "Pending1", lastName: "O'Connor", email: "first@nexby.example" },
      { firstName: "Approved1", lastName: "100%", email: "under_score@nexby.example", isApproved: true },
      { firstName: "Suspended1", lastName: "Vale", suspendedAt },
      { firstName: "Pending2", lastName: "Müller", email: "second@nexby.example" },
      { firstName: "Admin1", lastName: "Back\\slash", isAdmin: true },
      { firstName: "Suspended2", lastName: "Vale", isApproved: true, suspendedAt },
      { firstName: "Approved2", lastName: null, isApproved: true },
      { firstName: null, lastName: null, email: "nameless@nexby.example" },
    ];
    for (const [age, person] of people.entries()) {
      await createUser(database().db, { ...person, createdAt: new Date(Date.UTC(2026, 0, 1) + age * HOUR) });
    }
  });

  test("[ROLE-03] the list of accounts shows pending accounts, oldest first, without admins or suspended users", async () => {
    const { body } = await list({ status: "pending" });
    expect(namesOf(body)).toEqual(["Pending1", "Pending2", null]);
    expect(body[0]).toMatchObject({ email: "first@nexby.example", allowedActions: ["approve", "suspend"] });
  });

  test.each([
    ["approved", ["Approved2", "Approved1"]],
    ["suspended", ["Suspended2", "Suspended1"]],
    ["all", [null, "Approved2", "Suspended2", "Admin1", "Pending2", "Suspended1", "Approved1", "Pending1"]],
  ])("the list of accounts shows %s accounts, newest first", async (status, names) => {
    expect(namesOf((await list({ status })).body)).toEqual(names);
  });

  test("the list of accounts shows all accounts by default", async () => {
    expect((await list({})).body).toEqual((await list({ status: "all" })).body);
  });

  test.each([
    ["first@", ["Pending1"]],
    ["NEXBY.EXAMPLE", 4],
    ["pending2 MÜLLER", ["Pending2"]],
    ["o'connor", ["Pending1"]],
    ["vale", ["Suspended2", "Suspended1"]],
    ["%", ["Approved1"]],
    ["_score", ["Approved1"]],
    ["\\", ["Admin1"]],
    ["nameless", [null]],
    ["'; drop table users; --", []],
    ["zzz", []],
    ["  ", 8],
  ])("search for %j matches any part of a name or address, without wildcards", async (search, expected) => {
    const { body } = await list({ search });
    if (typeof expected === "number") expect(body.length).toBeGreaterThanOrEqual(expected);
    else expect(namesOf(body)).toEqual(expected);
  });

  test("the list of accounts combines a search with a status", async () => {
    expect(namesOf((await list({ status: "pending", search: "nexby" })).body)).toEqual(["Pending1", "Pending2", null]);
    expect(namesOf((await list({ status: "suspended", search: "pending" })).body)).toEqual([]);
  });

  test.each([
    [{ status: "everybody" }, "Status must be one of pending, approved, suspended, all"],
    [{ search: "x".repeat(101) }, "Please use at most 100 characters"],
    [{ limit: "0" }, "Limit must be a whole number, 1 or more"],
    [{ cursor: "somewhere" }, "This cursor is invalid"],
  ])("the list of accounts rejects %j with the exact message", async (query, message) => {
    const { status, error } = await callExpectingError(app.origin, listAccounts, { headers, query });
    expect([status, error.message]).toEqual([400, message]);
  });

  test.each(["pending", "all"])(
    "the list of accounts pages through %s accounts, each once, even if users sign up in between",
    async (status) => {
      const whole = (await list({ status, limit: "100" })).body.map(({ id }) => id);
      const seen: string[] = [];
      let path: string | undefined = `/api/admin/users?status=${status}&limit=2`;
      while (path) {
        const response = await fetch(app.origin + path, { headers });
        seen.push(...((await response.json()) as AccountView[]).map(({ id }) => id));
        path = /^<(.*)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
        if (status === "all") await createUser(database().db, { createdAt: new Date(Date.UTC(2026, 5, 1)) });
      }
      expect(seen).toEqual(whole);
    },
  );
});

type Plan = { "Node Type": string; "Index Name"?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe("with thousands of accounts", () => {
  beforeAll(async () => {
    const { db } = database();
    await db.execute(sql`
      insert into users (email, first_name, last_name, is_approved, suspended_at, created_at)
      select md5(n::text) || '@nexby.example', md5('first' || n), md5('last' || n), n % 50 <> 0,
        case when n % 70 = 0 then now() end, now() - n * interval '1 minute'
      from generate_series(1, 20000) as n`);
    // Autovacuum does this after a while; newly written rows are not yet in place in the text index.
    await database().owner.execute(sql`vacuum analyze users`);
  });

  const somewhere = { createdAt: new Date(Date.now() - 100 * HOUR), id: newId() };
  const FILTERS: [AccountFilter, string][] = [
    ["pending", "users_awaiting_approval"],
    ["approved", "users_by_age"],
    ["suspended", "users_suspended"],
    ["all", "users_by_age"],
  ];
  const cells = FILTERS.flatMap(([status, index]) => [
    { status, search: null, after: null, index },
    { status, search: null, after: somewhere, index },
    { status, search: "c4ca4238a0", after: null, index: "users_by_text" },
    { status, search: "c4ca4238a0", after: somewhere, index: "users_by_text" },
  ]);
  test.each(cells)(
    "a page of $status with search $search after $after uses the index $index",
    async ({ index, ...page }) => {
      const { db } = database();
      const query = accountsQuery(db, { ...page, limit: 25 }).getSQL();
      const { rows } = await db.execute<{ "QUERY PLAN": { Plan: Plan }[] }>(sql`explain (format json) ${query}`);
      const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => nodesOf(Plan)));
      expect(nodes.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
      expect(nodes.flatMap((node) => node["Index Name"] ?? [])).toEqual([index]);
    },
  );
});
