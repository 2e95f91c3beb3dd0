import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import type { SQL } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { townsFitting, zipNamed, zipsAround, zipsBeginningWith } from "./gazetteer-queries.ts";
import type { GeocodingPort, Place } from "./geocoding.port.ts";
import { readPlaceText } from "./place-text.ts";

type ZipRow = {
  zip_code: string;
  city: string;
  county: string | null;
  state: string;
  latitude: number;
  longitude: number;
};
type TownRow = ZipRow & { zips: number };

/** Most positions in a town are found by the first square; whatever is beyond the last is not in the country. */
const SQUARES_MILES = [5, 20, 60];

/** Answers from the ZIPs in our own database: towns and ZIPs, no streets. */
export function gazetteer(db: Db): GeocodingPort {
  const select = async <Row extends Record<string, unknown>>(query: SQL) => (await db.execute<Row>(query)).rows;
  return {
    async search(text) {
      const { zipCode, zipPrefix, readings } = readPlaceText(text);
      if (zipPrefix) return (await select<ZipRow>(zipsBeginningWith(zipPrefix))).map(placeOfZip);
      const named = zipCode ? await select<ZipRow>(zipNamed(zipCode)) : [];
      if (named.length > 0 || readings.length === 0) return named.map(placeOfZip);
      return (await select<TownRow>(townsFitting(readings))).map(placeOfTown);
    },
    async nearest(position) {
      for (const miles of SQUARES_MILES) {
        const found = nearestOf(await select<ZipRow>(zipsAround(position, miles)), position);
        // A ZIP in the square's corner may be farther than one just outside its side.
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

/** A town with several ZIPs is not called by one of them. */
function placeOfTown(row: TownRow): Place {
  const place = placeOfZip(row);
  return row.zips === 1 ? place : { ...place, label: `${place.city}, ${place.state}` };
}
