import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { type Actor, changeStatus, rentalEventInsert } from "../audit.ts";
import type { Db } from "../db/db.ts";
import { newId } from "../ids.ts";

const database = useTestDatabase();

/** A case of a feature that has its own table. */
async function newCase() {
  const { owner } = database();
  await owner.execute(
    sql`create table if not exists sample_cases (id uuid primary key, status text, payment_status text)`,
  );
  await owner.execute(sql`grant select, insert, update on sample_cases to public`);
  const row = { id: newId(), status: "open", paymentStatus: "pending" };
  await database().db.execute(sql`insert into sample_cases values (${row.id}, ${row.status}, ${row.paymentStatus})`);
  return row;
}

type Case = Awaited<ReturnType<typeof newCase>>;
const RENTER: Actor = { role: "renter", id: newId() };
const FIELDS = ["status", "paymentStatus"] as const;

const changed = (tx: Db, before: Case, after: Partial<Case>, actor: Actor = RENTER) =>
  changeStatus(tx, {
    entityType: "sample_case",
    before,
    fields: FIELDS,
    actor,
    reason: "It was agreed",
    swap: async () => {
      const row = { ...before, ...after };
      const { rowCount } = await tx.execute(sql`
        update sample_cases set status = ${row.status}, payment_status = ${row.paymentStatus}
        where id = ${row.id} and status = ${before.status}`);
      return rowCount === 1 ? row : null;
    },
    refusal: "This case has changed",
    timeline: ({ id }) => [
      rentalEventInsert({
        bookingId: id,
        actorId: actor.id,
        eventType: "unit_available",
        metadata: { by: actor.role },
      }),
    ],
  });

async function historyOf({ id }: Case) {
  const { rows } = await database().db.execute(sql`
    select field, from_status || ' > ' || to_status as change, transition_type as by, actor_id, reason
    from status_transitions where entity_type = 'sample_case' and entity_id = ${id} order by id`);
  const { rows: events } = await database().db.execute(sql`
    select event_type, actor_id, metadata->>'by' as by from rental_events where booking_id = ${id}`);
  return { rows, events };
}

test("[DATA-07] a change of status writes a row for each status that changed, and one entry of the timeline", async () => {
  const opened = await newCase();
  const { db } = database();
  const after = await db.transaction((tx) => changed(tx, opened, { status: "closed", paymentStatus: "paid" }));
  expect(after).toEqual({ id: opened.id, status: "closed", paymentStatus: "paid" });
  const common = { by: "party", actor_id: RENTER.id, reason: "It was agreed" };
  expect(await historyOf(opened)).toEqual({
    rows: [
      { field: "status", change: "open > closed", ...common },
      { field: "paymentStatus", change: "pending > paid", ...common },
    ],
    events: [{ event_type: "unit_available", actor_id: RENTER.id, by: "renter" }],
  });
});

test.each([
  ["an admin", { role: "admin", id: newId() }, "admin"],
  ["the owner", { role: "owner", id: newId() }, "party"],
  ["the product", { role: "system", id: null }, "system"],
] as const)("[DATA-07] the history names %s who changed a status", async (_, actor, by) => {
  const opened = await newCase();
  await database().db.transaction((tx) => changed(tx, opened, { status: "closed" }, actor));
  const { rows, events } = await historyOf(opened);
  expect(rows).toMatchObject([{ by, actor_id: actor.id }]);
  expect(events).toMatchObject([{ by: actor.role, actor_id: actor.id }]);
});

test("[DATA-07] an event that leaves every status as it is writes the timeline only", async () => {
  const opened = await newCase();
  await database().db.transaction((tx) => changed(tx, opened, {}));
  const { rows, events } = await historyOf(opened);
  expect([rows, events.length]).toEqual([[], 1]);
});

test("[DATA-07] of two changes at once, the second one is refused and leaves nothing", async () => {
  const opened = await newCase();
  const { db } = database();
  const outcomes = await Promise.allSettled(
    ["closed", "withdrawn"].map((status) => db.transaction((tx) => changed(tx, opened, { status }))),
  );
  const [refused] = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(refused).toMatchObject({ code: "action_not_allowed", message: "This case has changed" });
  const { rows, events } = await historyOf(opened);
  expect([rows.length, events.length]).toEqual([1, 1]);
});

test("[DATA-07] a change whose transaction fails leaves no history", async () => {
  const opened = await newCase();
  const failing = database().db.transaction(async (tx) => {
    await changed(tx, opened, { status: "closed" });
    throw new Error("The rest failed");
  });
  await expect(failing).rejects.toThrow("The rest failed");
  expect(await historyOf(opened)).toEqual({ rows: [], events: [] });
});
