import type { Position } from "@nexby/domain/kernel/distance";
import { and, between, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Reading } from "./place-text.ts";
import { zipPlaces } from "./zip-places.table.ts";

const MOST_PLACES = 8;
const MILES_PER_DEGREE = 69;

/** Digits sort alike in every collation, so that a range serves where LIKE could not use the key's index. */
export const zipsBeginningWith = (prefix: string): SQL => sql`
  select zip_code, city, county, state, latitude, longitude from zip_places
  where ${between(zipPlaces.zipCode, prefix.padEnd(5, "0"), prefix.padEnd(5, "9"))}
  order by zip_code limit ${MOST_PLACES}`;

/** Any sign between two words: towns are written "Winston-Salem" and "Coeur d'Alene", people type spaces. */
const patternOf = (spelling: string) => spelling.replaceAll(" ", "_");

function fits({ spellings, states, isOpen }: Reading): SQL | undefined {
  const patterns = spellings.map((spelling) => `${patternOf(spelling)}${isOpen ? "%" : ""}`);
  return and(
    or(...patterns.map((pattern) => sql`lower(city) like ${pattern}`)),
    states ? sql`state = any(${sql.param(states)}::text[])` : undefined,
  );
}

const isWhole = ({ spellings }: Reading): SQL =>
  sql`(${or(...spellings.map((spelling) => sql`lower(city) like ${patternOf(spelling)}`))})`;

/**
 * Towns that fit a reading: whole names before longer ones, earlier readings before later ones, those with most ZIPs
 * first. All ZIPs of a town are one place in their middle, with the ZIP nearest to it.
 */
export function townsFitting(readings: readonly Reading[]): SQL {
  const matches = readings.map(
    (reading, rank) => sql`
      select *, ${rank}::int as rank, not ${isWhole(reading)} as is_longer from zip_places where ${fits(reading)}`,
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
      order by is_longer, rank, zips desc, name, state limit ${MOST_PLACES}
    )
    select towns.*, middle.zip_code from towns cross join lateral (
      select zip_code from zip_places
      where lower(zip_places.city) = towns.name and zip_places.state = towns.state
      order by abs(zip_places.latitude - towns.latitude) + abs(zip_places.longitude - towns.longitude), zip_code
      limit 1
    ) as middle
    order by is_longer, rank, zips desc, name, state`;
}

/** ZIPs in a square around a position. Military post is left out: its positions are all over the world. */
export function zipsAround({ latitude, longitude }: Position, miles: number): SQL {
  const height = miles / MILES_PER_DEGREE;
  // Meridians come closer towards the poles: the square's edge that is nearest to one needs most degrees.
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
