import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import type { ReservationView } from "@nexby/contract/bookings/checkout";
import pg from "pg";
import { CONNECTION } from "../../apps/server/src/platform/db/db.ts";
import { asViewer } from "../../apps/server/src/testing/test-app.ts";
import { bundle } from "../bundle.ts";
import { percentile } from "../search/percentiles.ts";
import { type Booking, bookingsOf, checkoutBody, type Town } from "./town.ts";

const CLIENTS = 8;
const CONCURRENT_REQUESTS = 200;
const ROUND_MS = 5_000;

type HttpResponse = { status: number; text: string };
export type Reserve = (booking: Booking) => Promise<unknown>;
type Server = {
  origin: string;
  reserve: Reserve;
  /** Also opens the payment at the card sandbox. */
  checkOut: Reserve;
  stop(): Promise<void>;
};

/** Starts our server in its own process. */
export async function startServer({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<Server> {
  const child = fork(await bundle("checkout/serve.ts"), [url, ownerUrl], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const origin = await new Promise<string>((resolve, reject) => {
    child.on("message", (message) => resolve(String(message))).on("exit", () => reject(new Error("It ended")));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const post = (renterId: string, path: string, body: object) =>
    new Promise<HttpResponse>((resolve, reject) => {
      const headers = { "content-type": "application/json", ...viewerOf(renterId) };
      const call = request(`${origin}/api/bookings${path}`, { agent, method: "POST", headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text })).on("error", reject);
      });
      call.on("error", reject).end(JSON.stringify(body));
    });
  const reserve = async ({ renterId, ...booking }: Booking) => {
    const body = expectStatus(201, await post(renterId, "", checkoutBody(booking)));
    return (JSON.parse(body) as ReservationView).bookingId;
  };
  return {
    origin,
    reserve,
    checkOut: async (booking) => {
      const bookingId = await reserve(booking);
      expectStatus(200, await post(booking.renterId, `/${bookingId}/payment`, {}));
    },
    stop: async () => {
      agent.destroy();
      child.kill();
      await ended;
    },
  };
}

function expectStatus(status: number, response: HttpResponse): string {
  if (response.status !== status) throw new Error(`${response.status} ${response.text}`);
  return response.text;
}

export function openBare(url: string): { reserve: Reserve; stop(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS, ...CONNECTION });
  // The database may be stopped before its last connection is closed.
  pool.on("error", () => undefined);
  const text = "select bare_reservation($1, $2, $3 * interval '1 day')";
  return {
    reserve: ({ itemId, renterId, day }) => pool.query({ name: "reserve", text, values: [itemId, renterId, day] }),
    stop: () => pool.end(),
  };
}

/** Bookings per second when each of eight clients books again as soon as its last booking is done. */
export async function throughput(reserve: Reserve, next: () => Booking): Promise<number> {
  const startedAt = performance.now();
  let completed = 0;
  const client = async () => {
    while (performance.now() - startedAt < ROUND_MS) {
      await reserve(next());
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (completed * 1000) / (performance.now() - startedAt);
}

/** 99th percentile of the time to a rejection when 200 clients book a sold-out item at once. */
export async function rejectionP99(origin: string, town: Town): Promise<number> {
  const next = bookingsOf(town, [town.soldOutItem]);
  const sendRequests = await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, () => prepareRequest(origin, { ...next(), day: 0 })),
  );
  const waits = await Promise.all(sendRequests.map((send) => send()));
  return percentile(waits, 99);
}

/** Connects and prepares the request first, so that only the server's part of the wait is measured. */
async function prepareRequest(origin: string, { renterId, ...booking }: Booking): Promise<() => Promise<number>> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  const body = JSON.stringify(checkoutBody(booking));
  const headers = { host, "content-type": "application/json", "content-length": body.length, ...viewerOf(renterId) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `POST /api/bookings HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
  return async () => {
    const sentAt = performance.now();
    socket.write(request);
    const [response] = await once(socket, "data");
    const wait = performance.now() - sentAt;
    socket.destroy();
    if (!String(response).startsWith("HTTP/1.1 409")) throw new Error(String(response));
    return wait;
  };
}

const viewerOf = (id: string) => asViewer({ id, isAdmin: false, isApproved: true });
