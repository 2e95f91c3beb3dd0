import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import type { ReservationView } from "@nexby/contract/bookings/checkout";
import pg from "pg";
import { CONNECTION, keepConnectionsAfterErrors, SQL_STATE, sqlStateOf } from "../../apps/server/src/platform/db/db.ts";
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
  keepConnectionsAfterErrors(pool);
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

/** Resolves when the booking is made (true) or rejected (false). */
type Attempt = () => Promise<boolean>;

/** 99th percentile of the time to a rejection when 200 renters book one unit at once. Only one may get it. */
async function rejectionP99(attempts: readonly Attempt[]): Promise<number> {
  const outcomes = await Promise.all(
    attempts.map(async (attempt) => {
      const startedAt = performance.now();
      const isBooked = await attempt();
      return { isBooked, wait: performance.now() - startedAt };
    }),
  );
  const rejected = outcomes.filter(({ isBooked }) => !isBooked);
  if (outcomes.length - rejected.length !== 1) throw new Error(`${outcomes.length - rejected.length} were booked`);
  return percentile(
    rejected.map(({ wait }) => wait),
    99,
  );
}

const rivals = (town: Town, itemId: string, day: number): Booking[] =>
  Array.from({ length: CONCURRENT_REQUESTS }, bookingsOf(town, [itemId])).map((booking) => ({ ...booking, day }));

export async function serverRejectionP99(origin: string, town: Town, day: number): Promise<number> {
  const bookings = rivals(town, town.singleItem, day);
  return rejectionP99(await Promise.all(bookings.map((booking) => prepareRequest(origin, booking))));
}

export async function bareRejectionP99(reserve: Reserve, town: Town, day: number): Promise<number> {
  const attempt = (booking: Booking) => async () => {
    try {
      await reserve(booking);
      return true;
    } catch (error) {
      if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
      return false;
    }
  };
  return rejectionP99(rivals(town, town.bareSingleItem, day).map(attempt));
}

/** Connects and prepares the request first, so that only the server's part of the wait is measured. */
async function prepareRequest(origin: string, { renterId, ...booking }: Booking): Promise<Attempt> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  const body = JSON.stringify(checkoutBody(booking));
  const headers = { host, "content-type": "application/json", "content-length": body.length, ...viewerOf(renterId) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `POST /api/bookings HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
  return async () => {
    socket.write(request);
    const [response] = await once(socket, "data");
    socket.destroy();
    const status = String(response).slice("HTTP/1.1 ".length, "HTTP/1.1 409".length);
    if (status !== "201" && status !== "409") throw new Error(String(response));
    return status === "201";
  };
}

const viewerOf = (id: string) => asViewer({ id, isAdmin: false, isApproved: true });
