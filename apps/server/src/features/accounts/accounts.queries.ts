import type { PublicProfileView } from "@nexby/contract/accounts/profile";
import type { OwnerRecordView } from "@nexby/contract/bookings/bookings";
import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import { and, asc, desc, eq, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import type { PgInsertValue, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import type { PageMeta } from "../../platform/http/page-head.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { type User, users } from "../../schema/accounts.ts";
import { sharePictureOf } from "../photos/public.ts";
import type { Standing } from "./accounts.policy.ts";

type NewUser = PgInsertValue<typeof users>;

const userById = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("user_by_id"),
);

export async function findUser(db: Db, id: string): Promise<User | null> {
  const [user] = await userById(db).execute({ id });
  return user ?? null;
}

export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user ?? null;
}

/** Locks the user's row until the transaction ends. Taken before all other locks, to avoid deadlocks. */
export async function lockUser(db: Db, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for("no key update");
  return user ?? null;
}

/** Returns null if the email is taken; the database lets only one of several concurrent inserts through. */
export async function insertUser(db: Db, user: NewUser): Promise<User | null> {
  const [created] = await db.insert(users).values(user).onConflictDoNothing().returning();
  return created ?? null;
}

/** Returns null if the user does not exist. */
export async function updateUser(db: Db, id: string, changes: PgUpdateSetSource<typeof users>): Promise<User | null> {
  const [user] = await db.update(users).set(changes).where(eq(users.id, id)).returning();
  return user ?? null;
}

type ContactChoices = Partial<Pick<User, "notifyEmail" | "notifySms" | "timeZone">>;

/** Choices that notifications keeps with the user. */
export async function saveContactChoices(db: Db, id: string, choices: ContactChoices): Promise<void> {
  if (Object.keys(choices).length > 0) await updateUser(db, id, choices);
}

/** The browser's time zone counts until the user chooses one. */
export async function noteTimeZone(db: Db, id: string, timeZone: string): Promise<void> {
  await db
    .update(users)
    .set({ timeZone })
    .where(and(eq(users.id, id), isNull(users.timeZone)));
}

type ProviderReferences = Partial<
  Pick<User, "connectAccountId" | "connectOnboarded" | "paymentCustomerId" | "payoutRemindedAt">
>;

/** Data that payments keeps with the user: copies of the payout account and payment customer, and the last reminder. */
export async function setProviderReferences(db: Db, id: string, references: ProviderReferences): Promise<void> {
  await db.update(users).set(references).where(eq(users.id, id));
}

/** Compare-and-swap: returns null if the account has changed since `before` was read. */
export async function updateAccountStatus(db: Db, before: User, changes: Partial<Standing>): Promise<User | null> {
  const [after] = await db
    .update(users)
    .set(changes)
    .where(
      and(
        eq(users.id, before.id),
        eq(users.isAdmin, before.isAdmin),
        eq(users.isApproved, before.isApproved),
        sql`${users.suspendedAt} is not distinct from ${before.suspendedAt}`,
      ),
    )
    .returning();
  return after ?? null;
}

/** Locks all active admins until the transaction ends, in id order to avoid deadlocks. */
export async function lockAdmins(db: Db): Promise<{ id: string }[]> {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.suspendedAt)))
    .orderBy(users.id)
    .for("no key update");
}

/** The active admins, who are notified when something needs a person. */
export async function findAdmins(db: Db): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.suspendedAt)))
    .orderBy(users.id);
}

/** Returns which of these URLs are in use as a profile picture. */
export async function photosOfProfiles(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db
    .select({ address: users.profileImageUrl })
    .from(users)
    .where(inArray(users.profileImageUrl, [...addresses]));
  return new Set(rows.flatMap(({ address }) => address ?? []));
}

export type AccountFilter = "pending" | "approved" | "suspended" | "all";

type Page = { status: AccountFilter; search: string | null; after: Place | null; limit: number };

const isSuspended = sql`${users.suspendedAt} is not null`;
const isNotSuspended = sql`${users.suspendedAt} is null`;

/** The pending and suspended conditions must match those of their partial indexes. */
const FILTERS: Record<AccountFilter, SQL | undefined> = {
  pending: and(not(users.isApproved), not(users.isAdmin), isNotSuspended),
  approved: and(sql`${users.isApproved}`, isNotSuspended),
  suspended: isSuspended,
  all: undefined,
};

/** Must match the expression of the index `users_by_text` exactly. */
const text = sql`(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '') || ' ' || ${users.email})`;

const containing = (search: string) => sql`${text} ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`;

/** Pending accounts are sorted oldest first, like a waiting line; all others newest first. */
export function accountsQuery(db: Db, { status, search, after, limit }: Page) {
  const isOldestFirst = status === "pending";
  const inOrder = isOldestFirst ? asc : desc;
  return db
    .select()
    .from(users)
    .where(
      and(
        FILTERS[status],
        search ? containing(search) : undefined,
        isAfter(after, users, isOldestFirst ? "oldest" : "newest"),
      ),
    )
    .orderBy(inOrder(users.createdAt), inOrder(users.id))
    .limit(limit);
}

async function selectAccounts(db: Db, page: Page): Promise<User[]> {
  return accountsQuery(db, page);
}

type Query = { status: AccountFilter; search?: string | undefined; limit: number; cursor?: string | undefined };

export async function listAccounts(db: Db, { status, search, limit, cursor }: Query): Promise<PageOf<User>> {
  const after = cursorAfter(cursor);
  return pageOf(await selectAccounts(db, { status, search: search || null, after, limit: limit + 1 }), limit);
}

export async function getCurrentUser(db: Db, viewer: Viewer): Promise<User> {
  const user = await findUser(db, viewer.id);
  if (!user) throw new AppError("unauthenticated");
  return user;
}

type Ratings = { reviewCount: number; ratingSum: number };
export type FindOwnerRecord = (db: Db, ownerId: string) => Promise<OwnerRecordView>;

/** A person's figures and track record, passed in because the features that know them depend on this one. */
export type OwnerSources = {
  countOwnedItems: (db: Db, ownerId: string) => Promise<number>;
  findRatings: (db: Db, userId: string) => Promise<Record<"owner" | "renter", Ratings>>;
  findOwnerRecord: FindOwnerRecord;
};

export type PublicPerson = {
  user: User;
  itemCount: number;
  ratings: Record<"owner" | "renter", Ratings>;
  record: OwnerRecordView;
};

/** Suspended accounts count as not found. */
export async function getPublicProfile(
  db: Db,
  { countOwnedItems, findRatings, findOwnerRecord }: OwnerSources,
  userId: string,
): Promise<PublicPerson> {
  const user = await findUser(db, userId);
  if (!user || user.suspendedAt) throw new AppError("not_found", "User not found");
  return {
    user,
    itemCount: await countOwnedItems(db, userId),
    ratings: await findRatings(db, userId),
    record: await findOwnerRecord(db, userId),
  };
}

/** Metadata for a shared profile link, which shows no more than the public page. */
export function personMeta({ firstName, lastName, city, state, profileImageUrl }: PublicProfileView): PageMeta {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const place = [city, state].filter(Boolean).join(", ");
  const title = name || "A neighbor";
  return {
    title,
    description: `Items ${firstName || "a neighbor"}${place && ` from ${place}`} rents out on ${PRODUCT_NAME}.`,
    type: "profile",
    image: sharePictureOf(profileImageUrl, title),
  };
}
