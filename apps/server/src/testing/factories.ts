import type { Db } from "../platform/db/db.ts";
import { newId } from "../platform/ids.ts";
import { users } from "../schema/accounts.ts";
import { items } from "../schema/listings.ts";
import { itemPhotos, photos } from "../schema/photos.ts";

type NewUser = typeof users.$inferInsert;
type NewItem = typeof items.$inferInsert;

/** A person with nothing special about them, but for what the test asks. */
export async function createUser(db: Db, asked: Partial<NewUser> = {}): Promise<string> {
  const id = asked.id ?? newId();
  await db.insert(users).values({ email: `${id}@nexby.example`, firstName: "Robin", lastName: "Vale", ...asked, id });
  return id;
}

/** What somebody must have told of themselves to list something. */
export const COMPLETE_PROFILE = {
  phoneNumber: "+12015550199",
  city: "Maplewood",
  state: "NJ",
  termsAcceptedAt: new Date("2026-01-01T00:00:00Z"),
  termsVersion: 1,
};

/** An item with one unit and no special terms, but for what the test asks. */
export async function createItem(db: Db, asked: Partial<NewItem> = {}): Promise<string> {
  const id = newId();
  await db.insert(items).values({
    id,
    ownerId: asked.ownerId ?? (await createUser(db)),
    title: "Ladder",
    dailyRateCents: 1000,
    location: "Maplewood, NJ",
    latitude: 40.7279,
    longitude: -74.2656,
    publicLatitude: 40.73,
    publicLongitude: -74.262,
    timezone: "America/New_York",
    ...asked,
  });
  return id;
}

const GREY = "data:image/gif;base64,R0lGODlhAQABAIAAAMzMzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";

/** Records of uploaded photos, of which no file exists. */
export async function createPhotos(db: Db, ownerId: string, keys: readonly string[]): Promise<string[]> {
  const rows = keys.map((key) => ({ id: newId(), ownerId, key, width: 900, height: 600, placeholder: GREY }));
  await db.insert(photos).values(rows);
  return rows.map(({ id }) => id);
}

/** Shows photos with an item, in their order. */
export async function givePhotos(db: Db, itemId: string, ownerId: string, keys: readonly string[]): Promise<void> {
  const ids = await createPhotos(db, ownerId, keys);
  await db.insert(itemPhotos).values(ids.map((photoId, index) => ({ itemId, photoId, position: index + 1 })));
}
