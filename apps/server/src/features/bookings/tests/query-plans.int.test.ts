import { type SQLWrapper, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { findPaymentsOfBookings } from "../../payments/booking-money.queries.ts";
import { findRelatedFacts } from "../lifecycle/booking-state.ts";

const database = useTestDatabase();

const planOf = (query: (db: Db) => SQLWrapper): Promise<string> =>
  database().db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute(sql`explain ${query(tx)}`);
    return JSON.stringify(rows);
  });

test("what a booking's next step depends on is found by indexes, also a handover that is over", async () => {
  expect(await planOf((db) => findRelatedFacts(db, [newId()]))).toContain("pickup_schedules_of_booking");
  expect(await planOf((db) => findPaymentsOfBookings(db, [newId()]))).toContain("transfers_of_payment");
});
