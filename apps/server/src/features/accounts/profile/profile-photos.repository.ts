import { inArray } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { users } from "../users.table.ts";

/** Which of these addresses somebody shows as their picture. */
export async function photosOfProfiles(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db
    .select({ address: users.profileImageUrl })
    .from(users)
    .where(inArray(users.profileImageUrl, [...addresses]));
  return new Set(rows.flatMap(({ address }) => address ?? []));
}
