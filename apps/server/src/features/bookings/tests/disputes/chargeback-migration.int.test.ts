import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { projectRoot } from "../../../../platform/config.ts";
import { newId } from "../../../../platform/ids.ts";
import type { bookings } from "../../../../schema/bookings.ts";
import { createBooking } from "../../../../testing/bookings/booking-rows.ts";
import { useTestDatabase } from "../../../../testing/test-database.ts";

const database = useTestDatabase();
const MIGRATION = join(projectRoot, "apps/server/migrations/0032_has_chargeback.sql");

const AT = new Date("2027-06-01T12:00:00Z");
const CLOSED = { status: "closed", rentalStatus: "completed" } as const;
const CONTESTED_NO_SHOW = { noShowReportedBy: "owner", noShowReportedAt: AT, noShowContestedAt: AT } as const;

type Case = [string, Partial<typeof bookings.$inferInsert>, { isDisputed: boolean; hasChargeback: boolean }, string?];

/** What a booking was, whether its isDisputed meant a chargeback, and what it says after the migration. */
const CASES: Case[] = [
  ["rented without a dispute", { status: "in_possession" }, { isDisputed: false, hasChargeback: false }],
  ["charged back", { ...CLOSED, isDisputed: true }, { isDisputed: false, hasChargeback: true }],
  ["claimed", { status: "damaged_admin_review" }, { isDisputed: true, hasChargeback: false }],
  [
    "claimed and charged back",
    { status: "damaged_admin_review", isDisputed: true },
    { isDisputed: true, hasChargeback: true },
  ],
  ["contested late", CLOSED, { isDisputed: true, hasChargeback: false }, "disputed"],
  ["late", CLOSED, { isDisputed: false, hasChargeback: false }, "calculated"],
  ["never handed over", { status: "scheduled", ...CONTESTED_NO_SHOW }, { isDisputed: true, hasChargeback: false }],
  ["disputed at pickup", { status: "scheduled", handoverObjectedAt: AT }, { isDisputed: true, hasChargeback: false }],
  [
    "disputed before its time",
    { status: "approved", ...CONTESTED_NO_SHOW },
    { isDisputed: true, hasChargeback: false },
  ],
  ["upheld", { status: "in_possession", handoverObjectedAt: AT }, { isDisputed: false, hasChargeback: false }],
];

test("[DATA-04] the upgrade moves chargebacks to a column of their own and finds every dispute", async () => {
  const { db, owner } = database();
  const ids = new Map<string, string>();
  for (const [name, row, , lateFee] of CASES) {
    const { id } = await createBooking(db, row);
    ids.set(id, name);
    if (!lateFee) continue;
    await db.execute(sql`
      insert into late_fees (id, booking_id, days_late, daily_late_fee_cents, calculated_fee_cents, capped_fee_cents,
        stopped_at, chargeable_at, contested_at, contest_reason, status)
      values (${newId()}, ${id}, 1, 500, 500, 500, now(), now(), now(), 'No', ${lateFee})`);
  }
  await owner.execute(sql`alter table bookings drop column has_chargeback`);

  for (const statement of readFileSync(MIGRATION, "utf8").split("--> statement-breakpoint"))
    await owner.execute(sql.raw(statement));

  const { rows } = await db.execute<{ id: string; isDisputed: boolean; hasChargeback: boolean }>(sql`
    select id, is_disputed as "isDisputed", has_chargeback as "hasChargeback" from bookings`);
  const found = rows.map(({ id, ...facts }) => [ids.get(id), facts]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(CASES.map(([name, , expected]) => [name, expected])));
});
