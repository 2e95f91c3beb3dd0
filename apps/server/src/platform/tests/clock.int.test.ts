import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { advanceClock, readClock } from "../clock.ts";

const database = useTestDatabase();

test("the clock is ahead by the amount it was moved, for every reader", async () => {
  const { db } = database();
  const before = await readClock(db);
  await advanceClock(db, 30 * DAY);
  const elapsed = (await readClock(db)).getTime() - before.getTime();
  expect(Math.floor(elapsed / DAY)).toBe(30);
  const { rows } = await db.execute<{ ahead: number }>(sql`select extract(day from app_now() - now())::int as ahead`);
  expect(rows[0]?.ahead).toBe(30);
});

test.each([
  ["moved back", sql`update app_clock set offset_ms = offset_ms - 1`],
  ["removed", sql`delete from app_clock`],
  ["doubled", sql`insert into app_clock ("only") values (false)`],
])("the clock cannot be %s", async (_, statement) => {
  await expect(database().db.execute(statement)).rejects.toMatchObject({ cause: { code: "23514" } });
});
