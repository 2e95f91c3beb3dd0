import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { readZipData, zipDataVersion } from "./zip-data.ts";

/** Fills the gazetteer when it has another edition than the one installed. The caller holds the set-up lock. */
export async function loadZipPlaces(db: Db): Promise<void> {
  const version = await zipDataVersion();
  const { rows } = await db.execute<{ loaded: string | null }>(
    sql`select obj_description('zip_places'::regclass, 'pg_class') as loaded`,
  );
  if (rows[0]?.loaded === version) return;
  const places = await readZipData();
  const column = (key: keyof (typeof places)[number]) => sql.param(places.map((place) => place[key]));
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from zip_places`);
    await tx.execute(sql`
      insert into zip_places (zip_code, city, county, state, latitude, longitude)
      select * from unnest(
        ${column("zipCode")}::text[], ${column("city")}::text[], ${column("county")}::text[],
        ${column("state")}::text[], ${column("latitude")}::float8[], ${column("longitude")}::float8[])`);
    await tx.execute(sql.raw(`comment on table zip_places is '${version.replaceAll("'", "''")}'`));
  });
  await db.execute(sql`analyze zip_places`);
}
