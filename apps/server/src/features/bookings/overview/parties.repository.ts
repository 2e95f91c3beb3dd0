import { inArray } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { users } from "../../accounts/public.ts";

export type PartyRow = { id: string; firstName: string; lastName: string; profileImageUrl: string | null };

/** As the two of a booking see each other. */
export async function findParties(db: Db, ids: readonly string[]): Promise<Map<string, PartyRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      profileImageUrl: users.profileImageUrl,
    })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, { ...row, firstName: row.firstName ?? "", lastName: row.lastName ?? "" }]));
}
