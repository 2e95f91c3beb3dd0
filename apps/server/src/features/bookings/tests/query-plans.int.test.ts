import { type SQLWrapper, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { selectPaymentsOfBookings } from "../../payments/booking-money.queries.ts";
import { selectRelatedFacts } from "../lifecycle/booking-state.ts";

const database = useTestDatabase();

const planOf = (query: (db: Db) => SQLWrapper): Promise<string> =>
  database().db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute(sql`explain ${query(tx)}`);
    return JSON.stringify(rows);
  });

test("reads a booking's related facts by index, including completed pickups", async () => {
  expect(await planOf((db) => selectRelatedFacts(db, sql.param([newId()])))).toContain("pickup_schedules_of_booking");
  expect(await planOf((db) => selectPaymentsOfBookings(db, sql.param([newId()])))).toContain("transfers_of_payment");
});
