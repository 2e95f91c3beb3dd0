import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";

/** An owner who has it back so much later than agreed still calls it in time. */
const LATE_AFTER_HOURS = 2;

type AccountRow = {
  created_at: string;
  is_email_verified: boolean;
  is_phone_verified: boolean;
  city: string | null;
  state: string | null;
  phone_of_suspended: boolean;
  phone_of_owner: boolean;
  category_slugs: string[];
};

type Parties = { renterId: string; ownerId: string; itemId: string };

/**
 * Who asks for what. A phone number links two people only where the other one has proven it to be theirs: anybody can
 * type a stranger's.
 */
export async function selectAccountFacts(db: Db, { renterId, ownerId, itemId }: Parties) {
  const { rows } = await db.execute<AccountRow>(sql`
    with same_phone as (
      select other.id, other.suspended_at from users as other join users as renter on renter.id = ${renterId}
      where other.phone_number = renter.phone_number and other.phone_verified_at is not null and other.id <> renter.id
    )
    select created_at, email_verified_at is not null as is_email_verified,
      phone_verified_at is not null as is_phone_verified, city, state,
      exists (select 1 from same_phone where suspended_at is not null) as phone_of_suspended,
      exists (select 1 from same_phone where id = ${ownerId}) as phone_of_owner,
      array(select slug from item_categories join categories on categories.id = category_id
        where item_id = ${itemId}) as category_slugs
    from users where id = ${renterId}`);
  const [row] = rows;
  if (!row) throw new Error(`No user ${renterId}`);
  return {
    createdAt: new Date(row.created_at),
    isEmailVerified: row.is_email_verified,
    isPhoneVerified: row.is_phone_verified,
    town: row.city === null || row.state === null ? null : { city: row.city, state: row.state },
    isPhoneOfSuspended: row.phone_of_suspended,
    isPhoneOfOwner: row.phone_of_owner,
    categorySlugs: row.category_slugs,
  };
}

type HistoryRow = { completed: number; clean: number; requests: number };

/** How a renter's rentals went, and how many they have asked for since a moment. */
export async function selectRentalHistory(db: Db, renterId: string, since: Date) {
  const { rows } = await db.execute<HistoryRow>(sql`
    select count(*)::int as completed,
      count(*) filter (where not is_disputed and payment_status not in ('disputed', 'charged_back')
        and late_fee_cents = 0 and coalesce(damage_cents, 0) = 0
        and returned_at <= end_at + ${LATE_AFTER_HOURS} * interval '1 hour')::int as clean,
      (select count(*)::int from booking_requests
        where renter_id = ${renterId} and created_at > ${since.toISOString()}::timestamptz) as requests
    from bookings where renter_id = ${renterId} and status = 'closed'`);
  const [row] = rows;
  if (!row) throw new Error("The database counted nothing");
  return { completedRentals: row.completed, cleanRentals: row.clean, requests: row.requests };
}
