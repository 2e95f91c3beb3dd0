import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { and, between, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { zipPlaces } from "../../schema/search.ts";
import type { GeocodingPort, Place } from "./geocoding.port.ts";
import { type Reading, readPlaceText } from "./place-text.ts";

type ZipRow = {
  zip_code: string;
  city: string;
  county: string | null;
  state: string;
  latitude: number;
  longitude: number;
};
type TownRow = ZipRow & { zips: number };

/** The first square finds most positions in a town; a position with no ZIP within the last is outside the country. */
const SQUARES_MILES = [5, 20, 60];

/** Geocodes from the ZIPs in our own database: towns and ZIPs, no streets. */
export function placeIndex(db: Db): GeocodingPort {
  const select = async <Row extends Record<string, unknown>>(query: SQL) => (await db.execute<Row>(query)).rows;
  return {
    async search(text) {
      const { zipCode, zipPrefix, readings } = readPlaceText(text);
      if (zipPrefix) return (await select<ZipRow>(zipsByPrefix(zipPrefix))).map(placeOfZip);
      const named = zipCode ? await select<ZipRow>(zipNamed(zipCode)) : [];
      if (named.length > 0 || readings.length === 0) return named.map(placeOfZip);
      return (await select<TownRow>(townsMatching(readings))).map(placeOfTown);
    },
    async nearest(position) {
      for (const miles of SQUARES_MILES) {
        const found = nearestOf(await select<ZipRow>(zipsAround(position, miles)), position);
        // A ZIP in a corner of the square may be farther away than one just outside a side.
        if (found && found.miles <= miles) return placeOfZip(found.row);
      }
      return null;
    },
  };
}

function nearestOf(rows: readonly ZipRow[], position: Position): { row: ZipRow; miles: number } | null {
  let nearest: { row: ZipRow; miles: number } | null = null;
  for (const row of rows) {
    const miles = milesBetween(position, row);
    if (!nearest || miles < nearest.miles) nearest = { row, miles };
  }
  return nearest;
}

function placeOfZip({ zip_code: zipCode, city, county, state, latitude, longitude }: ZipRow): Place {
  return { label: `${city}, ${state} ${zipCode}`, city, county, state, zipCode, latitude, longitude };
}

/** The label omits the ZIP when a town has several. */
function placeOfTown(row: TownRow): Place {
  const place = placeOfZip(row);
  return row.zips === 1 ? place : { ...place, label: `${place.city}, ${place.state}` };
}

const MAX_PLACES = 8;
const MILES_PER_DEGREE = 69;

/** Digits sort the same in every collation, so a range can use the primary key where LIKE could not. */
export const zipsByPrefix = (prefix: string): SQL => sql`
  select zip_code, city, county, state, latitude, longitude from zip_places
  where ${between(zipPlaces.zipCode, prefix.padEnd(5, "0"), prefix.padEnd(5, "9"))}
  order by zip_code limit ${MAX_PLACES}`;

/** Any character may separate two words: towns are written "Winston-Salem" and "Coeur d'Alene", users type spaces. */
const patternOf = (spelling: string) => spelling.replaceAll(" ", "_");

function matchesReading({ spellings, states, isOpen }: Reading): SQL | undefined {
  const patterns = spellings.map((spelling) => `${patternOf(spelling)}${isOpen ? "%" : ""}`);
  return and(
    or(...patterns.map((pattern) => sql`lower(city) like ${pattern}`)),
    states ? sql`state = any(${sql.param(states)}::text[])` : undefined,
  );
}

const isWhole = ({ spellings }: Reading): SQL =>
  sql`(${or(...spellings.map((spelling) => sql`lower(city) like ${patternOf(spelling)}`))})`;

/**
 * Matching towns: exact names before longer ones, earlier readings before later ones, then by number of ZIPs. A town
 * is one place at the center of its ZIPs, with the ZIP nearest to that center.
 */
export function townsMatching(readings: readonly Reading[]): SQL {
  const matches = readings.map(
    (reading, rank) => sql`
      select *, ${rank}::int as rank, not ${isWhole(reading)} as is_longer from zip_places where ${matchesReading(reading)}`,
  );
  return sql`
    with matched as (
      select distinct on (zip_code) * from (${sql.join(matches, sql` union all `)}) as found
      order by zip_code, is_longer, rank
    ), towns as (
      select lower(city) as name, state, min(city) as city, mode() within group (order by county) as county,
        avg(latitude) as latitude, avg(longitude) as longitude, count(*)::int as zips,
        bool_and(is_longer) as is_longer, min(rank) as rank
      from matched group by lower(city), state
      order by is_longer, rank, zips desc, name, state limit ${MAX_PLACES}
    )
    select towns.*, middle.zip_code from towns cross join lateral (
      select zip_code from zip_places
      where lower(zip_places.city) = towns.name and zip_places.state = towns.state
      order by abs(zip_places.latitude - towns.latitude) + abs(zip_places.longitude - towns.longitude), zip_code
      limit 1
    ) as middle
    order by is_longer, rank, zips desc, name, state`;
}

/** ZIPs in a square around a position, except military ZIPs, which are scattered around the world. */
export function zipsAround({ latitude, longitude }: Position, miles: number): SQL {
  const height = miles / MILES_PER_DEGREE;
  // Meridians converge toward the poles, so the edge nearest a pole spans the most degrees.
  const farthest = Math.min(89, Math.abs(latitude) + height);
  const width = Math.min(180, height / Math.cos((farthest * Math.PI) / 180));
  const [west, east] = [longitude - width, longitude + width];
  const columns = [
    between(zipPlaces.longitude, west, east),
    ...(west < -180 ? [between(zipPlaces.longitude, west + 360, 180)] : []),
    ...(east > 180 ? [between(zipPlaces.longitude, -180, east - 360)] : []),
  ];
  return sql`
    select zip_code, city, county, state, latitude, longitude from zip_places
    where ${and(between(zipPlaces.latitude, latitude - height, latitude + height), or(...columns), isNotNull(zipPlaces.county))}`;
}

export const zipNamed = (zipCode: string): SQL => sql`
  select zip_code, city, county, state, latitude, longitude from zip_places where ${eq(zipPlaces.zipCode, zipCode)}`;
