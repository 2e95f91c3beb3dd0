import { and, eq, isNull, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { inventoryHolds } from "../../../schema/inventory.ts";
import { items } from "../../../schema/listings.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { placeHold } from "../commands/place-hold.ts";
import { releaseExpiredHolds } from "../commands/release-units.ts";

const database = useTestDatabase();
const at = (day: number, hour = 9) => new Date(Date.UTC(2030, 5, day, hour));
const june = (listingId: string, from: number, to: number, quantity = 1) => ({
  listingId,
  startAt: at(from),
  endAt: at(to, 18),
  quantity,
  kind: "block" as const,
});
const TAKEN = { code: "units_unavailable" };

describe("holds", () => {
  test("[HOLD-01] holds hold the units until they expire, then release them", async () => {
    const { db } = database();
    const listingId = await createItem(db);
    const renterUserId = await createUser(db);
    const now = await readClock(db);
    const checkout = { ...june(listingId, 1, 3), kind: "checkout" as const, renterUserId };
    const first = await placeHold(db, { ...checkout, expiresAt: new Date(now.getTime() + 35 * 60_000) });

    await expect(placeHold(db, june(listingId, 3, 4))).rejects.toMatchObject(TAKEN);
    await advanceClock(db, 34 * 60_000);
    await expect(placeHold(db, june(listingId, 3, 4))).rejects.toMatchObject(TAKEN);
    await advanceClock(db, 2 * 60_000);
    await placeHold(db, june(listingId, 3, 4));

    const lateExtension = db.update(inventoryHolds).set({ expiresAt: null }).where(eq(inventoryHolds.id, first));
    await expect(lateExtension).rejects.toMatchObject({ cause: { code: "23P01" } });
  });

  test("free their units immediately when released, and cannot be revived", async () => {
    const { db } = database();
    const listingId = await createItem(db);
    const hold = await placeHold(db, june(listingId, 1, 3));
    await db.update(inventoryHolds).set({ releasedAt: sql`app_now()` }).where(eq(inventoryHolds.id, hold));
    await placeHold(db, june(listingId, 1, 3));
    const revival = db.update(inventoryHolds).set({ releasedAt: null }).where(eq(inventoryHolds.id, hold));
    await expect(revival).rejects.toMatchObject({ cause: { code: "23P01" } });
  });

  test("holds accept exactly one of 32 concurrent attempts on the last unit", async () => {
    const { db } = database();
    const listingId = await createItem(db);
    const attempts = Array.from({ length: 32 }, (_, index) => placeHold(db, june(listingId, 1 + (index % 3), 5)));
    const results = await Promise.allSettled(attempts);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    const rejections = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(rejections.map((reason) => reason.code)).toEqual(Array(31).fill("units_unavailable"));
    expect(await liveQuantity(listingId)).toBe(1);
  });

  test.each(["repeatable read", "serializable"] as const)(
    "holds in %s transactions with an old snapshot cannot take the last unit twice",
    async (isolationLevel) => {
      const { db } = database();
      const listingId = await createItem(db);
      const takeAfterLooking = () =>
        db.transaction(
          async (tx) => {
            await tx.select().from(inventoryHolds).where(eq(inventoryHolds.listingId, listingId));
            await placeHold(tx, june(listingId, 1, 3));
          },
          { isolationLevel },
        );
      const results = await Promise.allSettled(Array.from({ length: 8 }, takeAfterLooking));
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      expect(await liveQuantity(listingId)).toBe(1);
    },
  );

  test("holds in one statement count against each other", async () => {
    const { db } = database();
    const listingId = await createItem(db, { quantityTotal: 2 });
    const rows = (count: number) =>
      db.execute(sql`insert into inventory_holds (listing_id, start_time, end_time, quantity)
        select ${listingId}, '2030-06-01', '2030-06-02', 1 from generate_series(1, ${count})`);
    await expect(rows(3)).rejects.toMatchObject({ cause: { code: "23P01" } });
    await rows(2);
    expect(await liveQuantity(listingId)).toBe(2);
  });

  test("holds count by peak, not by sum: with two units, one on Monday and one on Wednesday leave one from Monday to Wednesday", async () => {
    const { db } = database();
    const listingId = await createItem(db, { quantityTotal: 2 });
    await placeHold(db, june(listingId, 3, 3));
    await placeHold(db, june(listingId, 5, 5));
    await placeHold(db, june(listingId, 3, 5));
    await expect(placeHold(db, june(listingId, 5, 5))).rejects.toMatchObject(TAKEN);
    await placeHold(db, june(listingId, 4, 4));
  });

  test("holds include the turnaround before and after", async () => {
    const { db } = database();
    const listingId = await createItem(db, { turnaroundMinutes: 60 });
    const hour = (from: number, to: number) => ({ ...june(listingId, 1, 1), startAt: at(1, from), endAt: at(1, to) });
    await placeHold(db, hour(12, 14));
    await expect(placeHold(db, hour(14, 15))).rejects.toMatchObject(TAKEN);
    await expect(placeHold(db, hour(10, 12))).rejects.toMatchObject(TAKEN);
    await placeHold(db, hour(15, 16));
    await placeHold(db, hour(9, 11));
  });

  test("holds for a late return may exceed the stock, and the next booking can still be changed but not extended", async () => {
    const { db } = database();
    const listingId = await createItem(db);
    const next = await placeHold(db, { ...june(listingId, 5, 8), kind: "reservation", bookingId: newId() });
    await placeHold(db, { ...june(listingId, 1, 6), kind: "overdue" });
    const change = (values: Partial<typeof inventoryHolds.$inferInsert>) =>
      db.update(inventoryHolds).set(values).where(eq(inventoryHolds.id, next));
    await change({ bookingId: newId() });
    await change({ endTime: at(7, 18) });
    await expect(change({ endTime: at(8, 18) })).rejects.toMatchObject({ cause: { code: "23P01" } });
  });

  test("holds prevent the owner from lowering the quantity or lengthening the turnaround beyond what they need", async () => {
    const { db } = database();
    const listingId = await createItem(db, { quantityTotal: 3 });
    await placeHold(db, june(listingId, 1, 3, 2));
    await placeHold(db, june(listingId, 4, 5, 2));
    const change = (values: Partial<typeof items.$inferInsert>) =>
      db.update(items).set(values).where(eq(items.id, listingId));
    await change({ quantityTotal: 2 });
    await expect(change({ quantityTotal: 1 })).rejects.toMatchObject({ cause: { code: "23P01" } });
    await expect(change({ turnaroundMinutes: 24 * 60 })).rejects.toMatchObject({ cause: { code: "23P01" } });
    await change({ turnaroundMinutes: 60 });
  });

  test("holds are released by the sweep only if expired", async () => {
    const { db } = database();
    const listingId = await createItem(db, { quantityTotal: 9 });
    const now = await readClock(db);
    const expiring = { ...june(listingId, 1, 3), kind: "checkout" as const };
    const soon = await placeHold(db, { ...expiring, expiresAt: new Date(now.getTime() + 1_000) });
    const later = await placeHold(db, { ...expiring, expiresAt: new Date(now.getTime() + 3_600_000) });
    const never = await placeHold(db, june(listingId, 1, 3));
    await advanceClock(db, 60_000);
    await releaseExpiredHolds(db);
    const live = await db
      .select({ id: inventoryHolds.id })
      .from(inventoryHolds)
      .where(and(eq(inventoryHolds.listingId, listingId), isNull(inventoryHolds.releasedAt)));
    expect(new Set(live.map(({ id }) => id))).toEqual(new Set([later, never]));
    expect(live).not.toContainEqual({ id: soon });
  });
});

async function liveQuantity(listingId: string): Promise<number> {
  const { rows } = await database().db.execute<{ taken: string }>(
    sql`select coalesce(sum(quantity), 0) as taken from inventory_holds where listing_id = ${listingId}`,
  );
  return Number(rows[0]?.taken);
}
