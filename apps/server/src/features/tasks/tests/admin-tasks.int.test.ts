import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { type AdminTask, type AdminTaskKind, countAdminTasks, listAdminTasks } from "@nexby/contract/admin/tasks";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TASK_SOURCES } from "../../../composition/task-sources.ts";
import { newId } from "../../../platform/ids.ts";
import { helpMessages } from "../../../schema/content.ts";
import { taskPages, tasksOf } from "../../../testing/admin-tasks.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { emptyTables, useTestDatabase } from "../../../testing/test-database.ts";
import { OPEN_CASES } from "./open-cases.fixture.ts";

const database = useTestDatabase();
let app: TestApp;
let admin: { id: string; headers: Record<string, string> };

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());
beforeEach(async () => {
  await emptyTables(database(), "bookings", "users", "help_messages", "conversations", "damage_claims", "late_fees");
  admin = await createAdmin();
});

async function createAdmin() {
  const id = await createUser(database().db, { isAdmin: true, isApproved: true });
  return { id, headers: asViewer({ id, isAdmin: true, isApproved: true }) };
}

const KINDS = Object.keys(OPEN_CASES) as AdminTaskKind[];

const listed = async (kind: AdminTaskKind, { headers }: { headers: Record<string, string> } = admin) =>
  tasksOf(app.origin, kind, headers);
const counts = async () => (await call(app.origin, countAdminTasks, { headers: admin.headers })).body;

async function allOf({ limit }: { limit: number }): Promise<AdminTask[]> {
  const tasks: AdminTask[] = [];
  for await (const page of taskPages(app.origin, { headers: admin.headers, limit })) tasks.push(...page);
  return tasks;
}

const keyOf = ({ kind, id }: Pick<AdminTask, "kind" | "id">) => `${kind} ${id}`;

describe.each(KINDS)("[ADMIN-01] a case that waits for an admin: %s", (kind) => {
  const { open, close } = OPEN_CASES[kind];

  test("a case is a task while it is open, and none once it is decided", async () => {
    const { db } = database();
    const id = await open(db, await createUser(db));
    const [task, ...others] = await listed(kind);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ kind, id, link: expect.stringMatching(/^\//) });
    expect(task?.decisions.length === 0).toBe(task?.noDecision !== null);
    expect((await allOf({ limit: 100 })).map(keyOf)).toContain(keyOf({ kind, id }));
    expect((await counts())[kind]).toBe(1);
    await close(db, id);
    expect(await listed(kind)).toEqual([]);
    expect((await counts())[kind]).toBe(0);
  });
});

/** Messages and accounts belong to nobody else. */
const WITH_OWNER = KINDS.filter((kind) => kind !== "help_message" && kind !== "account_approval");

test.each(WITH_OWNER)("[ROLE-03] an admin who owns the item of a case has no decision on it: %s", async (kind) => {
  const { db } = database();
  const id = await OPEN_CASES[kind].open(db, admin.id);
  expect(await listed(kind)).toMatchObject([{ id, decisions: [], noDecision: "involved" }]);
  const other = (await listed(kind, await createAdmin()))[0];
  expect(other?.noDecision).not.toBe("involved");
  if (kind !== "waiting_payout") expect(other?.decisions.length).toBeGreaterThan(0);
});

test("[ROLE-03] an admin who rents the item of a case has no decision on it", async () => {
  const { db } = database();
  const id = await OPEN_CASES.contested_no_show.open(db, await createUser(db));
  await db.execute(sql`update bookings set renter_id = ${admin.id} where id = ${id}`);
  expect(await listed("contested_no_show")).toMatchObject([{ id, decisions: [], noDecision: "involved" }]);
});

test("[ROLE-03] tasks and their counts are for admins only", async () => {
  const headers = asViewer({ id: await createUser(database().db), isAdmin: false, isApproved: true });
  for (const endpoint of [listAdminTasks, countAdminTasks])
    expect(await callExpectingError(app.origin, endpoint, { headers })).toMatchObject({ status: 403 });
});

test("tasks that are due come first, then those that have waited longest", async () => {
  const { db } = database();
  const ownerId = await createUser(db);
  const message = (hours: number) => {
    const createdAt = new Date(Date.now() - hours * HOUR);
    const sender = { name: "Nora", email: "nora@nexby.example" };
    return { id: newId(), ...sender, subject: "Hi", message: "Hi", createdAt };
  };
  const [young, old] = [message(1), message(30)];
  await db.insert(helpMessages).values([young, old]);
  const later = await OPEN_CASES.suspended_booking.open(db, ownerId);
  const sooner = await OPEN_CASES.fraud_review.open(db, ownerId);
  expect((await allOf({ limit: 100 })).map(({ id }) => id)).toEqual([sooner, later, old.id, young.id]);
});

test("an account is due when the hours to review, as new users are told, are over", async () => {
  const id = await OPEN_CASES.account_approval.open(database().db, "");
  const hoursLeft = async () => {
    const [task] = await listed("account_approval");
    expect(task?.id).toBe(id);
    return (Date.parse(task?.due ?? "") - Date.parse(task?.since ?? "")) / HOUR;
  };
  expect(await hoursLeft()).toBe(24);
  await call(app.origin, updatePlatformSettings, { headers: admin.headers, body: { accountReviewHours: 6 } });
  expect(await hoursLeft()).toBe(6);
});

test("an account with something left to verify is not a task yet", async () => {
  await createUser(database().db, { emailVerifiedAt: new Date() });
  expect(await listed("account_approval")).toEqual([]);
});

test("a contested no-show or handoff is due when the last hold on the deposit ends, not an earlier one", async () => {
  const { db } = database();
  const id = await OPEN_CASES.contested_no_show.open(db, await createUser(db));
  const [booking] = (await db.execute<{ renter_id: string; owner_id: string }>(sql`select * from bookings`)).rows;
  const endsAt = new Date(Date.now() + 4 * DAY);
  await db.execute(sql`
    insert into payments (id, booking_id, payer_id, owner_id, amount_cents, authorized_cents, kind, capture, status, description, auth_expires_at)
    values (${newId()}, ${id}, ${booking?.renter_id}, ${booking?.owner_id}, 5000, 5000, 'deposit', 'manual', 'authorized', 'Deposit', ${endsAt.toISOString()})`);
  const task = async () => (await listed("contested_no_show"))[0];
  expect(await task()).toMatchObject({ due: null, details: { holdEndsAt: endsAt.toISOString() } });
  await db.execute(sql`update bookings set deposit_renewals = 3`);
  expect(await task()).toMatchObject({ due: endsAt.toISOString() });
});

/** 450 tasks of five kinds. Most are of the same instant, and 75 bookings are tasks of two kinds at once. */
async function open450(): Promise<void> {
  const { db } = database();
  const at = new Date(Date.now() - DAY);
  const sender = { name: "Nora", email: "nora@nexby.example", subject: "Hi", message: "Hi", createdAt: at };
  await db.insert(helpMessages).values(Array.from({ length: 150 }, () => ({ id: newId(), ...sender })));
  const verified = { phoneNumber: "+12015550142", createdAt: at, emailVerifiedAt: at, phoneVerifiedAt: at };
  for (let index = 0; index < 75; index += 1) await createUser(db, verified);
  const ownerId = await createUser(db);
  const people = {
    ownerId,
    itemId: await createItem(db, { ownerId }),
    renterId: await createUser(db, { suspendedAt: at }),
  };
  const others = { ...people, renterId: await createUser(db) };
  const start = { startAt: new Date(Date.now() + 3 * DAY) };
  for (let index = 0; index < 75; index += 1) {
    await createBooking(db, { ...people, ...start, status: "scheduled", handoverObjectedAt: at });
    await createBooking(db, { ...others, status: "scheduled", noShowReportedBy: "owner", noShowContestedAt: at });
  }
}

describe("450 tasks of mixed kinds, many of the same instant", () => {
  beforeEach(open450);

  test("page completely, without gaps or doubles, in one order", async () => {
    const all = (await allOf({ limit: 100 })).map(keyOf);
    expect(all).toHaveLength(450);
    expect(new Set(all).size).toBe(450);
    expect((await allOf({ limit: 37 })).map(keyOf)).toEqual(all);
    expect(await listed("help_message")).toHaveLength(150);
    expect(await counts()).toMatchObject({ help_message: 100, account_approval: 75, disputed_handoff: 75 });
  });

  test("page without gaps or doubles while tasks before and after the position vanish", async () => {
    const { db } = database();
    const before = (await allOf({ limit: 100 })).map(keyOf);
    const seen: string[] = [];
    const closed = new Set<string>();
    for await (const page of taskPages(app.origin, { headers: admin.headers, limit: 20 })) {
      seen.push(...page.map(keyOf));
      const unseen = before.filter((key) => !seen.includes(key) && !closed.has(key));
      const [last, next] = [page.at(-1), unseen[0]];
      for (const key of [last && keyOf(last), next, unseen.at(-1)]) {
        const [kind, id] = (key ?? "").split(" ");
        if (kind !== "help_message" && kind !== "account_approval" && kind !== "contested_no_show") continue;
        await OPEN_CASES[kind].close(db, id ?? "");
        if (!seen.includes(key ?? "")) closed.add(key ?? "");
      }
    }
    expect(closed.size).toBeGreaterThan(10);
    expect(seen).toEqual(before.filter((key) => !closed.has(key)));
  });
});

test.each(["x", "MTIz", Buffer.from("_1_nothing_01900000-0000-7000-8000-000000000001").toString("base64url")])(
  "a cursor that isn't ours is rejected: %s",
  async (cursor) => {
    const failure = await callExpectingError(app.origin, listAdminTasks, { headers: admin.headers, query: { cursor } });
    expect(failure).toMatchObject({ status: 400 });
  },
);

test("a last page that is full has no next one", async () => {
  for (const kind of ["disputed_handoff", "contested_no_show"] as const)
    await OPEN_CASES[kind].open(database().db, await createUser(database().db));
  const pages: AdminTask[][] = [];
  for await (const page of taskPages(app.origin, { headers: admin.headers, limit: 1 })) pages.push(page);
  expect(pages.map(({ length }) => length)).toEqual([1, 1]);
});

test("an unknown kind is rejected", async () => {
  const query = { kind: "nothing" };
  const failure = await callExpectingError(app.origin, listAdminTasks, { headers: admin.headers, query });
  expect(failure).toMatchObject({ status: 400, error: { message: "Kind must be the kind of a task" } });
});

test("a page asks the database as often for many tasks as for few", async () => {
  const { db } = database();
  const ownerId = await createUser(db);
  const statements = async () => {
    let count = 0;
    await db.transaction(async (tx) => {
      const counting = new Proxy(tx, {
        get: (real, name) => {
          if (name === "select" || name === "execute") count += 1;
          const value = Reflect.get(real, name);
          return typeof value === "function" ? value.bind(real) : value;
        },
      });
      for (const kind of KINDS) {
        const { rows } = await tx.execute<{ id: string }>(
          sql`select id from (${TASK_SOURCES[kind].open(tx).getSQL()}) as cases (id, since, due)`,
        );
        const viewer = { id: admin.id, sessionId: newId(), isAdmin: true, isApproved: true };
        await TASK_SOURCES[kind].show(
          counting,
          rows.map(({ id }) => id),
          viewer,
        );
      }
    });
    return count;
  };
  for (const kind of KINDS) await OPEN_CASES[kind].open(db, ownerId);
  const few = await statements();
  for (const _ of [1, 2]) for (const kind of KINDS) await OPEN_CASES[kind].open(db, ownerId);
  expect(await statements()).toBe(few);
});

test.each(KINDS)("the open cases are found by an index: %s", async (kind) => {
  const plan = await database().db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql`explain ${TASK_SOURCES[kind].open(tx).getSQL()}`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  // Settings are few.
  expect(plan.match(/Seq Scan on (?!platform_settings)\w+/g)).toBeNull();
});
