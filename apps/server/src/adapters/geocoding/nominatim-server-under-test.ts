import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Responder = (response: ServerResponse) => void;
type Received = { path: string; query: Record<string, string>; userAgent: string };

const respondJson =
  (body: unknown, status = 200): Responder =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** Faulty responses of a Nominatim server. */
export const NOMINATIM_FAULTS = {
  broken: respondJson({ error: "Internal Server Error" }, 500),
  tooMany: respondJson("Bandwidth limit exceeded", 429),
  garbage: (response) => void response.writeHead(200).end("<html>Log in to the hotel's WLAN</html>"),
  otherShape: respondJson([{ lat: "north", lon: "west" }]),
  endless: (response) => void response.writeHead(200).end(`[${" ".repeat(2 * 1024 * 1024)}]`),
  elsewhere: (response) => void response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
  silence: () => undefined,
  hangUp: (response) => void response.socket?.destroy(),
} satisfies Record<string, Responder>;

const inUs = (state: string, code: string) => ({
  state,
  "ISO3166-2-lvl4": `US-${code}`,
  country: "United States",
  country_code: "us",
});
const NEW_JERSEY = { county: "Essex County", ...inUs("New Jersey", "NJ") };
const MAPLEWOOD = { lat: "40.7312", lon: "-74.2735", address: { town: "Maplewood", postcode: "07040", ...NEW_JERSEY } };
const MAPLE_STREET = {
  lat: "40.7290",
  lon: "-74.2701",
  address: { house_number: "12", road: "Maple Street", ...MAPLEWOOD.address, postcode: "07040-2318" },
};
const SPRINGFIELDS = ["Illinois IL", "Massachusetts MA", "Missouri MO", "Ohio OH"].map((name, index) => {
  const [state = "", code = ""] = name.split(" ");
  return { lat: String(38 + index), lon: String(-89 + index), address: { city: "Springfield", ...inUs(state, code) } };
});

function placesFor(query: string): unknown[] {
  if (query.includes("Maple Street")) return [MAPLE_STREET];
  if (query === "Springfield") return SPRINGFIELDS;
  return /07040|Maplewood/.test(query) ? [MAPLEWOOD] : [];
}

function placeAround(latitude: number, longitude: number): unknown {
  if (Math.hypot(latitude - 40.73, longitude + 74.27) < 0.1) return MAPLEWOOD;
  if (Math.round(latitude) === 52 || Math.round(latitude) === 51) {
    return { lat: "51.5", lon: "-0.1", address: { city: "London", state: "England", country_code: "gb" } };
  }
  return { error: "Unable to geocode" };
}

/** An HTTP server with Nominatim's API that knows a few places; `fault` replaces every response. */
export async function startNominatimServer(fault?: Responder) {
  const received: Received[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://nominatim.example");
    const query = Object.fromEntries(searchParams);
    received.push({ path: pathname, query, userAgent: request.headers["user-agent"] ?? "" });
    if (fault) return fault(response);
    if (pathname === "/maps/search") return respondJson(placesFor(query.q ?? ""))(response);
    if (pathname === "/maps/reverse") return respondJson(placeAround(Number(query.lat), Number(query.lon)))(response);
    return respondJson({ error: "Not found" }, 404)(response);
  };
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/maps`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
