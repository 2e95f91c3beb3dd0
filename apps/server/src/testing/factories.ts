import type { Db } from "../platform/db/db.ts";
import { newId } from "../platform/ids.ts";
import { users } from "../schema/accounts.ts";
import { items } from "../schema/listings.ts";
import { conversationMembers, conversations, messages } from "../schema/messaging.ts";
import { itemPhotos, photos } from "../schema/photos.ts";

type NewUser = typeof users.$inferInsert;
type NewItem = typeof items.$inferInsert;

export async function createUser(db: Db, overrides: Partial<NewUser> = {}): Promise<string> {
  const id = overrides.id ?? newId();
  await db
    .insert(users)
    .values({ email: `${id}@nexby.example`, firstName: "Robin", lastName: "Vale", ...overrides, id });
  return id;
}

/** The terms that are active in a new database. */
export const ACTIVE_TERMS_VERSION = 2;

/** Profile fields required to list an item. */
export const COMPLETE_PROFILE = {
  phoneNumber: "+12015550199",
  city: "Maplewood",
  state: "NJ",
  termsAcceptedAt: new Date("2026-01-01T00:00:00Z"),
  termsVersion: ACTIVE_TERMS_VERSION,
};

/** An item with one unit and default terms. */
export async function createItem(db: Db, overrides: Partial<NewItem> = {}): Promise<string> {
  const id = newId();
  await db.insert(items).values({
    id,
    ownerId: overrides.ownerId ?? (await createUser(db)),
    title: "Ladder",
    dailyRateCents: 1000,
    location: "Maplewood, NJ",
    latitude: 40.7279,
    longitude: -74.2656,
    publicLatitude: 40.73,
    publicLongitude: -74.262,
    timezone: "America/New_York",
    ...overrides,
  });
  return id;
}

/** An open conversation about an item, with one message of the renter's. */
export async function createConversation(
  db: Db,
  { renterId, ownerId, itemId }: { renterId: string; ownerId: string; itemId?: string },
): Promise<string> {
  const id = newId();
  const lastMessageAt = new Date();
  const about = { itemId: itemId ?? (await createItem(db, { ownerId })), renterId, ownerId };
  await db.insert(conversations).values({ id, ...about, lastSequence: 1, lastMessageAt });
  await db.insert(conversationMembers).values([
    { conversationId: id, userId: renterId, role: "renter", lastMessageAt },
    { conversationId: id, userId: ownerId, role: "owner", unreadCount: 1, lastMessageAt },
  ]);
  const sent = { senderId: renterId, recipientId: ownerId, sequence: 1, content: "Is it available on Sunday?" };
  await db.insert(messages).values({ id: newId(), conversationId: id, ...sent });
  return id;
}

const GREY = "data:image/gif;base64,R0lGODlhAQABAIAAAMzMzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";

/** Photo rows without files. */
export async function createPhotos(db: Db, ownerId: string, keys: readonly string[]): Promise<string[]> {
  const rows = keys.map((key) => ({ id: newId(), ownerId, key, width: 900, height: 600, placeholder: GREY }));
  await db.insert(photos).values(rows);
  return rows.map(({ id }) => id);
}

/** Adds photos to an item in this order. */
export async function givePhotos(db: Db, itemId: string, ownerId: string, keys: readonly string[]): Promise<void> {
  const ids = await createPhotos(db, ownerId, keys);
  await db.insert(itemPhotos).values(ids.map((photoId, index) => ({ itemId, photoId, position: index + 1 })));
}
