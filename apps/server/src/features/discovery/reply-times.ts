import { isFastReplier, MAX_REPLIES, REPLY_WINDOW_DAYS, type ReplyTime } from "@nexby/domain/bookings/deadlines";
import { MINUTE } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";

const given = sql.placeholder;
const limit = sql.raw(String(MAX_REPLIES));
const window = sql.raw(`interval '${REPLY_WINDOW_DAYS} days'`);

/**
 * Reply times of the newest requests of each owner. Approvals of instant bookings and decisions by admins or fraud
 * checks are not the owner's replies. Requests that expired count, because the owner never replied.
 */
const repliesOfOwners = prepared((db: Db) =>
  db
    .select({ ownerId: sql<string>`owner_id`, replies: sql<ReplyTime[]>`replies` })
    .from(
      sql`(
        select asked.owner_id, recent.replies
        from unnest(${given("ownerIds")}::uuid[]) as asked (owner_id)
        cross join lateral (
          select json_agg(extract(epoch from answered_at - requested_at) * 1000) as replies
          from (
            select coalesce(history.requested_at, bookings.created_at) as requested_at, history.answered_at
            from bookings
            cross join lateral (
              select min(created_at) filter (where event_type = 'authorize') as requested_at,
                min(created_at) filter (where event_type in ('approve', 'decline') and actor_id = bookings.owner_id)
                  as answered_at
              from rental_events where booking_id = bookings.id
            ) as history
            where bookings.owner_id = asked.owner_id and bookings.created_at > app_now() - ${window}
              and bookings.owner_decision_deadline is not null and bookings.status <> 'pending'
              and (history.answered_at is not null or bookings.status = 'expired')
            order by bookings.created_at desc, bookings.id desc
            limit ${limit}
          ) as newest
        ) as recent
        where recent.replies is not null
      ) as found`,
    )
    .prepare("replies_of_owners"),
);

const CACHE_MS = 5 * MINUTE;
const MAX_CACHED = 10_000;
const cache = new WeakMap<Db, Map<string, { isFast: boolean; until: number }>>();

/** The owners who usually reply within an hour. Cached, because every page of a search asks for the same owners. */
export async function findFastRepliers(db: Db, ownerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const now = Date.now();
  const known = cache.get(db) ?? new Map<string, { isFast: boolean; until: number }>();
  cache.set(db, known);
  const owners = [...new Set(ownerIds)];
  const unknown = owners.filter((id) => (known.get(id)?.until ?? 0) <= now);
  if (unknown.length > 0) {
    if (known.size + unknown.length > MAX_CACHED) known.clear();
    const rows = await repliesOfOwners(db).execute({ ownerIds: unknown });
    const fast = new Set(rows.filter(({ replies }) => isFastReplier(replies)).map(({ ownerId }) => ownerId));
    for (const id of unknown) known.set(id, { isFast: fast.has(id), until: now + CACHE_MS });
  }
  return new Set(owners.filter((id) => known.get(id)?.isFast));
}
