import type { Position } from "@nexby/domain/kernel/distance";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";

type Middle = { latitude: number | null; longitude: number | null };

/** The middle of a town's ZIPs, from our own list: nobody else is asked, so a transaction may. Null for no known town. */
export async function findTownCenter(
  db: Db,
  { city, state }: { city: string; state: string },
): Promise<Position | null> {
  const { rows } = await db.execute<Middle>(sql`
    select avg(latitude) as latitude, avg(longitude) as longitude from zip_places
    where lower(city) = lower(${city}) and state = ${state}`);
  const { latitude, longitude } = rows[0] ?? { latitude: null, longitude: null };
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
