import type { FastifyBaseLogger } from "fastify";
import { gazetteer } from "../adapters/geocoding/gazetteer.ts";
import type { GeocodingPort } from "../adapters/geocoding/geocoding.port.ts";
import { nominatim } from "../adapters/geocoding/nominatim.ts";
import { withFallback } from "../adapters/geocoding/with-fallback.ts";
import type { Config } from "../platform/config/config.ts";
import type { Db } from "../platform/db/db.ts";

/** The server that GEOCODER_URL names, with our own ZIPs behind it; else the ZIPs alone. */
export function chooseGeocoding(
  { geocoderUrl }: Pick<Config, "geocoderUrl">,
  db: Db,
  log: Pick<FastifyBaseLogger, "warn">,
): GeocodingPort {
  const own = gazetteer(db);
  if (!geocoderUrl) return own;
  return withFallback(nominatim({ url: geocoderUrl }), own, (error) =>
    log.warn({ err: error }, "The geocoder failed; our own ZIPs answered instead"),
  );
}
