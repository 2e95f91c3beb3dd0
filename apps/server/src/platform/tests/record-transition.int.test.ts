import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { recordAudit, recordTransition } from "../audit.ts";
import { advanceClock } from "../clock.ts";
import { newId } from "../ids.ts";

const database = useTestDatabase();

const approval = (bookingId: string, actorId: string) =>
  [
    {
      entityType: "booking",
      entityId: bookingId,
      fromStatus: "pending",
      toStatus: "approved",
      transitionType: "party" as const,
      actorId,
    },
    { bookingId, actorId, eventType: "approve", metadata: { message: "See you" } },
  ] as const;

test("[DATA-07] a status change and its timeline event are written together, on the product clock", async () => {
  const { db } = database();
  const [bookingId, actorId] = [newId(), newId()];
  await advanceClock(db, 86_400_000);
  await db.transaction((tx) => recordTransition(tx, ...approval(bookingId, actorId)));
  const { rows } = await db.execute(sql`
    select from_status, to_status, event_type, metadata, t.created_at = e.created_at as same,
      t.created_at > now() + interval '23 hours' as ahead
    from status_transitions t join rental_events e on e.booking_id = t.entity_id where t.entity_id = ${bookingId}`);
  expect(rows).toEqual([
    {
      from_status: "pending",
      to_status: "approved",
      event_type: "approve",
      metadata: { message: "See you" },
      same: true,
      ahead: true,
    },
  ]);
});

test("[DATA-07] neither a status change nor its timeline event is written when their transaction fails", async () => {
  const { db } = database();
  const bookingId = newId();
  const failing = db.transaction(async (tx) => {
    await recordTransition(tx, ...approval(bookingId, newId()));
    throw new Error("The act itself failed");
  });
  await expect(failing).rejects.toThrow("The act itself failed");
  const { rows } = await db.execute(sql`
    select 1 from status_transitions where entity_id = ${bookingId}
    union all select 1 from rental_events where booking_id = ${bookingId}`);
  expect(rows).toEqual([]);
});

test.each(["audit_log", "status_transitions", "rental_events"])(
  "%s is append-only, even for the owner",
  async (table) => {
    const { db, owner } = database();
    await recordAudit(db, { action: "tried", entityType: "test", entityId: "1", actorId: newId() });
    await recordTransition(db, ...approval(newId(), newId()));
    for (const statement of [`update ${table} set id = id`, `delete from ${table}`, `truncate ${table}`]) {
      await expect(owner.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "23001" } });
      await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "42501" } });
    }
  },
);
