import { US_STATE_CODES, US_STATES } from "@nexby/domain/kernel/us-states";
import { z } from "zod";
import type { GeocodingPort, Place } from "./geocoding.port.ts";

type Options = {
  url: string;
  /** How long an answer may take. */
  answerMs?: number;
};

const MAX_PLACES = 8;
const MAX_BYTES = 512 * 1024;
/** How closely a position is looked at: streets, not houses. */
const STREETS = "16";

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
const nothing = z.object({ error: z.unknown() });

/** A server that speaks Nominatim's API. It is asked once: somebody waits for the answer at every letter. */
export function nominatim({ url, answerMs = 3_000 }: Options): GeocodingPort {
  const base = url.endsWith("/") ? url : `${url}/`;
  const ask = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const address = new URL(path, base);
    const asked = { ...Object.fromEntries(address.searchParams), format: "jsonv2", addressdetails: "1", ...query };
    address.search = new URLSearchParams(asked).toString();
    const response = await fetch(address, {
      headers: { "user-agent": "Nexby", accept: "application/json", "accept-language": "en-US" },
      redirect: "error",
      signal: AbortSignal.timeout(answerMs),
    });
    const body = await readBounded(response);
    if (!response.ok) throw new Error(`The geocoder answered ${response.status}`);
    return JSON.parse(body);
  };
  return {
    async search(typed) {
      const answer = await ask("search", { q: typed, countrycodes: "us", limit: String(MAX_PLACES) });
      return z
        .array(z.unknown())
        .parse(answer)
        .slice(0, MAX_PLACES)
        .flatMap((entry) => placeOf(entry) ?? []);
    },
    async nearest({ latitude, longitude }) {
      const answer = await ask("reverse", { lat: String(latitude), lon: String(longitude), zoom: STREETS });
      if (nothing.safeParse(answer).success) return null;
      return placeOf(answer);
    },
  };
}

/** Null for what lies in no town of the United States. */
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

/** Whatever is too long is not read to its end. */
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
 * Asks the first; the second answers when the first fails, and when it finds nothing for a text: a server for whole
 * addresses does not know what "0704" or "maplew" will become.
 */
export function withFallback(
  first: GeocodingPort,
  second: GeocodingPort,
  onFailure: (error: unknown) => void,
): GeocodingPort {
  return {
    async search(text) {
      const found = await first.search(text).catch((error: unknown) => {
        onFailure(error);
        return [];
      });
      return found.length > 0 ? found : second.search(text);
    },
    nearest(position) {
      return first.nearest(position).catch((error: unknown) => {
        onFailure(error);
        return second.nearest(position);
      });
    },
  };
}
