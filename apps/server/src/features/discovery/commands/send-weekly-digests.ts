import { localDate } from "@nexby/domain/kernel/calendar";
import { DAY } from "@nexby/domain/kernel/duration";
import { DEFAULT_TIME_ZONE, nextDigestAt } from "@nexby/domain/notifications/delivery";
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/email/render-email.ts";
import { enqueueJob, enqueueJobs, type JobHandler } from "../../../platform/jobs/job.ts";
import { users } from "../../../schema/accounts.ts";
import { bookings } from "../../../schema/bookings.ts";
import { items } from "../../../schema/listings.ts";
import { notifications } from "../../../schema/notifications.ts";
import { findItemsByIds, type ItemRow } from "../../listings/public.ts";
import {
  dayRangeText,
  findPreferences,
  mailItemOf,
  type NotificationEvent,
  type NotificationTexts,
  notify,
} from "../../notifications/public.ts";
import { selectRecommendations } from "../recommendations.ts";

export const SEND_WEEKLY_DIGESTS = "send_weekly_digests";

const ZONE = sql<string>`coalesce(${users.timeZone}, ${sql.raw(`'${DEFAULT_TIME_ZONE}'`)})`;

/** One job per time zone, at its next Monday morning. */
export async function planWeeklyDigests(db: Db): Promise<void> {
  const zones = await db.select({ zone: ZONE }).from(users).where(isNull(users.suspendedAt)).groupBy(ZONE);
  const now = await readClock(db);
  const jobs = zones.map(({ zone }) => ({ zone, at: nextDigestAt(now, zone) }));
  await enqueueJobs(
    db,
    jobs.map(({ zone, at }) => ({ ...jobOf(zone), key: at.toISOString(), at })),
  );
}

const jobOf = (zone: string) => ({ type: SEND_WEEKLY_DIGESTS, entityType: "time_zone", entityId: zone });

const PAGE = 100;

/** Writes to a page of users and leaves the next page to another job. Each page is sent whole or not at all. */
export const sendWeeklyDigests = (siteUrl: string): JobHandler => ({
  inTransaction: async (tx, { entityId: zone, payload }) => {
    const after = typeof payload.after === "string" ? payload.after : null;
    const page = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          sql`${ZONE} = ${zone}`,
          eq(users.isApproved, true),
          isNull(users.suspendedAt),
          after === null ? undefined : gt(users.id, after),
        ),
      )
      .orderBy(asc(users.id))
      .limit(PAGE);
    const newItemCount = await countNewItems(tx);
    for (const { id } of page) await sendDigest(tx, { userId: id, siteUrl, newItemCount });
    const last = page.at(-1);
    if (page.length === PAGE && last)
      await enqueueJob(tx, { ...jobOf(zone), key: last.id, payload: { after: last.id } });
  },
});

type Digest = NotificationEvent<"weekly_digest">["data"];
type Reader = { userId: string; siteUrl: string; newItemCount: number };

/** Skips empty digests, and sends only one a week, also to users who change their time zone. */
async function sendDigest(tx: Db, { userId, siteUrl, newItemCount }: Reader): Promise<void> {
  const preferences = await findPreferences(tx, userId);
  if (!preferences?.weeklyDigest || (await hasRecentDigest(tx, userId))) return;
  const digest: Digest = {
    rentals: await selectRentals(tx, userId),
    requestCount: await countRequests(tx, userId),
    recommended: preferences.recommendation ? await selectRecommended(tx, userId) : [],
    newItemCount: preferences.marketing ? newItemCount : 0,
  };
  const { rentals, requestCount, recommended } = digest;
  const shown = await findItemsByIds(
    tx,
    recommended.map(({ id }) => id),
  );
  if (rentals.length + requestCount + recommended.length + digest.newItemCount === 0) return;
  await notify(tx, userId, { kind: "weekly_digest", data: digest }, (texts) =>
    letterOf(texts, digest, { shown, siteUrl }),
  );
}

type Shown = { shown: readonly ItemRow[]; siteUrl: string };

function letterOf({ title, actionUrl }: NotificationTexts, digest: Digest, { shown, siteUrl }: Shown): Email {
  const { rentals, requestCount, newItemCount } = digest;
  const isAre = requestCount === 1 ? "request is" : "requests are";
  const paragraphs = [
    ...(requestCount > 0 ? [`${requestCount} ${isAre} waiting for your answer.`] : []),
    ...(rentals.length > 0
      ? [
          [
            "Coming up this week:",
            ...rentals.map(({ item, startDate, endDate }) => `${item}, ${dayRangeText(startDate, endDate)}`),
          ].join("\n"),
        ]
      : []),
    ...(newItemCount > 0
      ? [
          `${newItemCount === 1 ? "1 new item was" : `${newItemCount.toLocaleString("en-US")} new items were`} listed in the last seven days.`,
        ]
      : []),
    ...(shown.length > 0 ? ["You might like these:"] : []),
  ];
  const action = { label: "Open Nexby", url: siteUrl + (actionUrl ?? "/home") };
  return { title, paragraphs, items: shown.map((item) => mailItemOf(item, siteUrl)), action };
}

async function hasRecentDigest(tx: Db, userId: string): Promise<boolean> {
  const recent = sql`app_now() - interval '6 days'`;
  const found = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        gt(notifications.createdAt, recent),
        eq(notifications.kind, "weekly_digest"),
      ),
    )
    .limit(1);
  return found.length > 0;
}

const MAX_RENTALS = 5;

/** Under way or starting within the week, whichever side the person is on. */
async function selectRentals(tx: Db, userId: string): Promise<Digest["rentals"]> {
  const now = await readClock(tx);
  const rows = await tx
    .select({ item: items.title, startDate: bookings.startDate, endDate: bookings.endDate })
    .from(bookings)
    .innerJoin(items, eq(items.id, bookings.itemId))
    .where(
      and(
        or(eq(bookings.renterId, userId), and(eq(bookings.ownerId, userId), isNotNull(bookings.ownerDecisionDeadline))),
        inArray(bookings.status, ["approved", "scheduled", "in_possession"]),
        lt(bookings.startAt, new Date(now.getTime() + 7 * DAY)),
        gt(bookings.endAt, now),
      ),
    )
    .orderBy(asc(bookings.startAt), asc(bookings.id))
    .limit(MAX_RENTALS);
  return rows.map(({ item, startDate, endDate }) => ({
    item,
    startDate: localDate(startDate),
    endDate: localDate(endDate),
  }));
}

async function countRequests(tx: Db, userId: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.ownerId, userId),
        eq(bookings.status, "pending"),
        gt(bookings.ownerDecisionDeadline, sql`app_now()`),
      ),
    );
  return row?.count ?? 0;
}

const MAX_RECOMMENDED = 3;

/** The recommendations of the home page. They aren't recomputed here. */
async function selectRecommended(tx: Db, userId: string): Promise<Digest["recommended"]> {
  const stored = await selectRecommendations(tx, userId);
  return stored.slice(0, MAX_RECOMMENDED).map(({ itemId: id, title }) => ({ id, title }));
}

async function countNewItems(tx: Db): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(items)
    .where(and(isNull(items.deletedAt), items.isAvailable, gt(items.createdAt, sql`app_now() - interval '7 days'`)));
  return row?.count ?? 0;
}
