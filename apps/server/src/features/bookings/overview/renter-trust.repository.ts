import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";

export type RenterTrust = {
  memberSince: Date;
  isEmailVerified: boolean;
  isPhoneVerified: boolean;
  completedRentals: number;
  canceledRentals: number;
  city: string | null;
};

type Row = Omit<RenterTrust, "memberSince"> & { id: string; memberSince: string };

/** What owners are shown of those who ask for their items. Only what was agreed and then called off counts as canceled. */
export async function findRenterTrust(db: Db, renterIds: readonly string[]): Promise<Map<string, RenterTrust>> {
  if (renterIds.length === 0) return new Map();
  const ids = sql.param([...new Set(renterIds)]);
  const { rows } = await db.execute<Row>(sql`
    select users.id, users.created_at as "memberSince", users.city,
      users.email_verified_at is not null as "isEmailVerified",
      users.phone_verified_at is not null as "isPhoneVerified",
      count(*) filter (where overview_group = 'past')::int as "completedRentals",
      count(*) filter (where canceled_by = 'renter' and approved_at is not null)::int as "canceledRentals"
    from users left join bookings on bookings.renter_id = users.id and overview_group in ('past', 'canceled')
    where users.id = any (${ids}::uuid[])
    group by users.id`);
  return new Map(rows.map(({ id, memberSince, ...row }) => [id, { ...row, memberSince: new Date(memberSince) }]));
}
