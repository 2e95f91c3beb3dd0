import { createSavedSearch, type SavedSearchView, updateSavedSearch } from "@nexby/contract/discovery/saved-searches";
import { searchQuery } from "@nexby/contract/discovery/search";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { DEFAULT_PREFERENCES, nextDigestAt } from "@nexby/domain/notifications/delivery";
import { nextMorning } from "@nexby/domain/search/counted-search";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import { users } from "../../../schema/accounts.ts";
import { savedSearches, userRecommendations } from "../../../schema/collections.ts";
import { items } from "../../../schema/listings.ts";
import { conversationMembers, conversations } from "../../../schema/messaging.ts";
import { notificationPreferences } from "../../../schema/notifications.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call } from "../../../testing/call.ts";
import { createConversation, createItem, createUser } from "../../../testing/factories.ts";
import { type Owner, useListingOwners } from "../../../testing/people/members.ts";
import { useOutbox } from "../../../testing/people/outbox.ts";
import { dispatchAlerts, sendAlert } from "../commands/send-search-alerts.ts";
import { planWeeklyDigests } from "../commands/send-weekly-digests.ts";

const { database, origin, newOwner } = useListingOwners();
const { messagesFor } = useOutbox(database);

const HERE = { latitude: 40.73, longitude: -74.262 };
const addressOf = ({ id }: Owner) => `${id}@nexby.example`;
const save = async ({ headers }: Owner, body: object = {}) =>
  (await call(origin(), createSavedSearch, { headers, body: { name: "Kayaks", query: "kayak", ...HERE, ...body } }))
    .body;
const change = ({ headers }: Owner, { id }: SavedSearchView, body: object) =>
  call(origin(), updateSavedSearch, { params: { searchId: id }, headers, body });
const list = (title: string, changes: object = {}) => createItem(database().db, { title, ...changes });
const mailsTo = async (person: Owner) => (await messagesFor(addressOf(person))).map(({ subject }) => subject);
const notificationsOf = async ({ headers }: Owner) => (await call(origin(), listNotifications, { headers })).body;

const dispatch = () => dispatchAlerts(database().db, new AbortController().signal);

/** Advances the clock to the next morning at the searches' place and runs the due jobs. */
async function morning(): Promise<void> {
  const { db } = database();
  const now = await readClock(db);
  await advanceClock(db, nextMorning(now, "America/New_York").getTime() - now.getTime() + 1000);
  await dispatch();
  await messagesFor("nobody");
}

/** Someone whom this person blocked. */
async function createBlockedUser({ id }: Owner): Promise<string> {
  const { db } = database();
  const ownerId = await createUser(db);
  const conversationId = await createConversation(db, { renterId: id, ownerId });
  await db
    .update(conversationMembers)
    .set({ isBlocked: true })
    .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, id)));
  await db.update(conversations).set({ status: "blocked" }).where(eq(conversations.id, conversationId));
  return ownerId;
}

describe("alerts of saved searches", () => {
  test("[FAV-01] alerts of saved searches are sent once a day in the morning, with each new item once and without the user's own", async () => {
    const person = await newOwner();
    await list("Old kayak");
    const search = await save(person);
    const kayak = await list("Blue kayak", { dailyRateCents: 2550 });
    await list("My own kayak", { ownerId: person.id });
    await list("Ladder");
    await list("Far kayak", { publicLatitude: 42 });
    await list("Dear kayak", { dailyRateCents: 20_001 });
    await list("Paused kayak", { isAvailable: false });
    const suspended = await createUser(database().db);
    await list("Stolen kayak", { ownerId: suspended });
    await database().db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, suspended));
    await list("Rude kayak", { ownerId: await createBlockedUser(person) });
    await dispatch();
    expect(await messagesFor(addressOf(person))).toEqual([]);

    await morning();
    const [mail, ...more] = await messagesFor(addressOf(person));
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("1 new item for “Kayaks”");
    expect(mail?.body).toContain(`Blue kayak\n$25.50 a day in Maplewood, NJ\nhttps://nexby.example/listings/${kayak}`);
    expect(mail?.body).not.toMatch(/Old|own|Ladder|Far|Dear|Paused|Stolen|Rude/);
    expect(mail?.body).toContain("turn off alerts for this search: https://nexby.example/saved?tab=searches");
    const [notification] = await notificationsOf(person);
    expect(notification).toMatchObject({ title: mail?.subject, message: "Blue kayak", isRead: false });

    const page = new URL(notification?.actionUrl ?? "", "https://nexby.example");
    const { place: _, ...query } = Object.fromEntries(page.searchParams);
    expect(page.pathname).toBe("/browse");
    expect(searchQuery.parse(query)).toMatchObject({ search: "kayak", ...HERE, radius: 25, maxPrice: 20_000 });

    await morning();
    expect(await mailsTo(person)).toHaveLength(1);
    await list("Red kayak");
    await change(person, search, { name: "Boats" });
    await morning();
    expect(await mailsTo(person)).toEqual(["1 new item for “Kayaks”", "1 new item for “Boats”"]);
  });

  test("alerts of saved searches have at most ten items and send the rest on the following days", async () => {
    const person = await newOwner();
    const search = await save(person, { query: "canoe", maxPrice: null });
    const ownerId = await createUser(database().db);
    for (let number = 1; number <= 23; number += 1) await list(`Canoe ${number}`, { ownerId });
    for (const _ of [1, 2, 3, 4]) await morning();
    expect(await mailsTo(person)).toEqual([10, 10, 3].map((count) => `${count} new items for “Kayaks”`));
    const { rows } = await database().db.execute(sql`
      select 1 from saved_search_alerts where search_id = ${search.id}`);
    expect(rows).toHaveLength(23);
  });

  test("alerts of saved searches skip the email if the user opted out, and stop when switched off", async () => {
    const { db } = database();
    const quiet = await newOwner({ notifyEmail: false });
    const off = await newOwner();
    const suspended = await newOwner();
    await save(quiet, { query: "raft" });
    const search = await save(off, { query: "raft" });
    await save(suspended, { query: "raft" });
    await change(off, search, { hasAlerts: false });
    await db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, suspended.id));
    await list("Raft");
    await morning();
    expect(await mailsTo(quiet)).toEqual([]);
    expect(await notificationsOf(quiet)).toMatchObject([{ title: "1 new item for “Kayaks”" }]);
    for (const person of [off, suspended]) {
      expect(await mailsTo(person)).toEqual([]);
      expect(await notificationsOf(person)).toEqual([]);
    }

    await change(off, search, { hasAlerts: true });
    await morning();
    expect(await mailsTo(off)).toEqual([]);
    await list("Another raft");
    await morning();
    expect(await mailsTo(off)).toEqual(["1 new item for “Kayaks”"]);
  });

  test("alerts of saved searches restart when the search criteria change", async () => {
    const person = await newOwner();
    const search = await save(person, { query: "sled" });
    await list("Yurt");
    await change(person, search, { query: "yurt" });
    await list("Large yurt");
    await morning();
    expect((await notificationsOf(person))[0]?.message).toBe("Large yurt");
  });

  test("alerts of saved searches are scheduled for 8 AM in the search's time zone, else in the platform's", async () => {
    const person = await newOwner();
    const zoneOf = async ({ id }: SavedSearchView) => {
      const [row] = await database().db.select().from(savedSearches).where(eq(savedSearches.id, id));
      expect(row?.nextAlertAt).toEqual(nextMorning(await readClock(database().db), row?.timezone ?? ""));
      return row?.timezone;
    };
    const west = await save(person, { latitude: 34.05, longitude: -118.24 });
    expect(await zoneOf(west)).toBe("America/Los_Angeles");
    const anywhere = await save(person, { latitude: null, longitude: null });
    expect(await zoneOf(anywhere)).toBe("America/New_York");
    await change(person, anywhere, { location: "60601" });
    expect(await zoneOf(anywhere)).toBe("America/Chicago");
  });

  test("alerts of saved searches commit or roll back as a whole, and concurrent dispatches create one job per search", async () => {
    const { db } = database();
    const person = await newOwner();
    const { id } = await save(person, { query: "sauna" });
    await list("Sauna");
    const crash = db.transaction(async (tx) => {
      await sendAlert(tx, id, "https://nexby.example");
      throw new Error("The process ends here");
    });
    await expect(crash).rejects.toThrow("ends here");
    expect(await notificationsOf(person)).toEqual([]);

    const userId = await createUser(db, { suspendedAt: new Date() });
    const others = Array.from({ length: 120 }, (_, number) => ({
      userId,
      name: `Search ${number}`,
      timezone: "America/New_York",
      nextAlertAt: new Date(0),
    }));
    await db.insert(savedSearches).values(others);
    await db
      .update(savedSearches)
      .set({ nextAlertAt: new Date(0) })
      .where(eq(savedSearches.id, id));
    await Promise.all([dispatch(), dispatch(), dispatch()]);
    expect(await mailsTo(person)).toEqual(["1 new item for “Kayaks”"]);
    const { rows } = await db.execute(sql`
      select entity_id from scheduled_jobs join saved_searches on saved_searches.id::text = entity_id
      where job_type = 'alert_saved_search' and user_id in (${person.id}, ${userId})`);
    expect(rows).toHaveLength(121);
    expect(new Set(rows.map((row) => row.entity_id)).size).toBe(121);
  });

  test("alerts of saved searches delete their records once the items can no longer be new", async () => {
    const { db } = database();
    const person = await newOwner();
    const { id } = await save(person, { query: "organ" });
    const itemId = await list("Organ");
    await sendAlert(db, id, "https://nexby.example");
    await advanceClock(db, 31 * 86_400_000);
    await db.update(items).set({ title: "Pipe organ" }).where(eq(items.id, itemId));
    await sendAlert(db, id, "https://nexby.example");
    expect(await notificationsOf(person)).toHaveLength(1);
    expect((await db.execute(sql`select 1 from saved_search_alerts where search_id = ${id}`)).rows).toEqual([]);
  });
});

describe("the weekly summary", () => {
  const ZONE = "America/Anchorage";
  const reader = async (preferences: Partial<typeof DEFAULT_PREFERENCES> = {}) => {
    const { db } = database();
    const person = await newOwner();
    await db.update(users).set({ timeZone: ZONE }).where(eq(users.id, person.id));
    await db.insert(notificationPreferences).values({ ...DEFAULT_PREFERENCES, ...preferences, userId: person.id });
    const itemId = await list(`Liked by ${person.id.slice(0, 4)}`);
    const rudeId = await list("Rude kayak", { ownerId: await createBlockedUser(person) });
    for (const [index, id] of [itemId, rudeId].entries())
      await db
        .insert(userRecommendations)
        .values({ userId: person.id, itemId: id, place: index + 1, reason: "popular" });
    return person;
  };
  const monday = async () => {
    const { db } = database();
    await planWeeklyDigests(db);
    const now = await readClock(db);
    await advanceClock(db, nextDigestAt(now, ZONE).getTime() - now.getTime() + 1000);
    await messagesFor("nobody");
  };

  test("[PREF-01] the weekly summary comes on Monday at 9:00 where the person is, once, with only what they asked for", async () => {
    const [everything, noItems, none] = [
      await reader({ marketing: true }),
      await reader({ recommendation: false, marketing: true }),
      await reader({ weeklyDigest: false, marketing: true }),
    ];
    const nothingToSay = await reader({ recommendation: false });
    const pending = await createBooking(database().db, {
      ownerId: everything.id,
      ownerDecisionDeadline: new Date((await readClock(database().db)).getTime() + 30 * DAY),
    });
    expect(pending.status).toBe("pending");
    await planWeeklyDigests(database().db);
    await messagesFor("nobody");
    expect(await mailsTo(everything)).toEqual([]);
    await monday();
    const [mail, ...more] = await messagesFor(addressOf(everything));
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Your week on Nexby");
    expect(mail?.body).toContain("1 request is waiting for your answer.");
    expect(mail?.body).toMatch(
      /You might like these:\n\nLiked by .*\n\$.* a day in .*\nhttps:\/\/nexby.example\/listings\//,
    );
    expect(mail?.body).not.toContain("Rude kayak");
    expect(mail?.body).toMatch(/\d+ new items? (was|were) listed in the last seven days\./);
    expect(mail?.body).toContain("Open Nexby: https://nexby.example/booking-requests");
    const [plain] = await messagesFor(addressOf(noItems));
    expect(plain?.body).toContain("new item");
    expect(plain?.body).not.toContain("You might like");
    expect([await mailsTo(none), await notificationsOf(none)]).toEqual([[], []]);
    expect(await mailsTo(nothingToSay)).toEqual([]);
    // Moving west after the summary doesn't bring another one.
    await database().db.update(users).set({ timeZone: "Pacific/Honolulu" }).where(eq(users.id, noItems.id));
    await planWeeklyDigests(database().db);
    await advanceClock(database().db, 12 * HOUR);
    expect(await mailsTo(noItems)).toHaveLength(1);
  });
});
