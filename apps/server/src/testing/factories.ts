import { users } from "../features/accounts/public.ts";
import { items } from "../features/listings/public.ts";
import type { Db } from "../platform/db/db.ts";
import { newId } from "../platform/ids/new-id.ts";

type NewUser = typeof users.$inferInsert;
type NewItem = typeof items.$inferInsert;

/** A person with nothing special about them, but for what the test asks. */
export async function createUser(db: Db, asked: Partial<NewUser> = {}): Promise<string> {
  const id = asked.id ?? newId();
  await db.insert(users).values({ email: `${id}@nexby.example`, firstName: "Robin", lastName: "Vale", ...asked, id });
  return id;
}

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
