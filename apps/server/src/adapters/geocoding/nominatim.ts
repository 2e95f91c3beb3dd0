import { US_STATE_CODES, US_STATES } from "@nexby/domain/kernel/us-states";
import { z } from "zod";
import type { GeocodingPort, Place } from "./geocoding.port.ts";

type Options = {
  url: string;
  timeoutMs?: number;
};

const MAX_PLACES = 8;
const MAX_BYTES = 512 * 1024;
/** Nominatim's zoom level for street precision. */
const STREET_ZOOM = "16";

const text = z.string().max(300).optional();
const result = z.object({
  lat: z.coerce.number().min(-90).max(90),
  lon: z.coerce.number().min(-180).max(180),
  address: z.object({
    house_number: text,
    road: text,
    city: text,
    town: text,
    village: text,
    hamlet: text,
    municipality: text,
    suburb: text,
    county: text,
    state: text,
    "ISO3166-2-lvl4": text,
    postcode: text,
    country_code: z.string().max(3),
  }),
});
const noResult = z.object({ error: z.unknown() });

/** Never retries: the user is typing and waits for each response. */
export function nominatim({ url, timeoutMs = 3_000 }: Options): GeocodingPort {
  const base = url.endsWith("/") ? url : `${url}/`;
  const request = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const address = new URL(path, base);
    const parameters = { ...Object.fromEntries(address.searchParams), format: "jsonv2", addressdetails: "1", ...query };
    address.search = new URLSearchParams(parameters).toString();
    const response = await fetch(address, {
      headers: { "user-agent": "Nexby", accept: "application/json", "accept-language": "en-US" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readBounded(response);
    if (!response.ok) throw new Error(`The geocoder answered ${response.status}`);
    return JSON.parse(body);
  };
  return {
    async search(typed) {
      const json = await request("search", { q: typed, countrycodes: "us", limit: String(MAX_PLACES) });
      return z
        .array(z.unknown())
        .parse(json)
        .slice(0, MAX_PLACES)
        .flatMap((entry) => placeOf(entry) ?? []);
    },
    async nearest({ latitude, longitude }) {
      const json = await request("reverse", { lat: String(latitude), lon: String(longitude), zoom: STREET_ZOOM });
      if (noResult.safeParse(json).success) return null;
      return placeOf(json);
    },
  };
}

/** Null for a place that is not in a town of the United States. */
function placeOf(entry: unknown): Place | null {
  const { lat: latitude, lon: longitude, address } = result.parse(entry);
  const city =
    address.city ?? address.town ?? address.village ?? address.hamlet ?? address.municipality ?? address.suburb;
  const state = stateOf(address["ISO3166-2-lvl4"], address.state);
  if (address.country_code !== "us" || !city || !state) return null;
  const zipCode = /^\d{5}/.exec(address.postcode ?? "")?.[0] ?? null;
  const county = address.county?.replace(/ (County|Parish)$/, "") ?? null;
  const street = address.road ? [[address.house_number, address.road].filter(Boolean).join(" ")] : [];
  const label = [...street, city, zipCode ? `${state} ${zipCode}` : state].join(", ");
  return { label, city, county, state, zipCode, latitude, longitude };
}

function stateOf(iso: string | undefined, name: string | undefined): string | null {
  const code = /^US-([A-Z]{2})$/.exec(iso ?? "")?.[1];
  return code ?? US_STATE_CODES.find((known) => US_STATES[known] === name) ?? null;
}

/** Stops reading a response that exceeds MAX_BYTES. */
async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error("The geocoder's answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Falls back when the first geocoder fails, and when it finds nothing for a text: an address geocoder cannot complete
 * partial input such as "0704" or "maplew".
 */
export function withFallback(
  first: GeocodingPort,
  fallback: GeocodingPort,
  onFailure: (error: unknown) => void,
): GeocodingPort {
  return {
    async search(text) {
      const found = await first.search(text).catch((error: unknown) => {
        onFailure(error);
        return [];
      });
      return found.length > 0 ? found : fallback.search(text);
    },
    nearest(position) {
      return first.nearest(position).catch((error: unknown) => {
        onFailure(error);
        return fallback.nearest(position);
      });
    },
  };
}
