import { fork } from "node:child_process";
import { Agent, request } from "node:http";
import type { ReservationView } from "@nexby/contract/checkout";
import pg from "pg";
import { CONNECTION } from "../../apps/server/src/platform/db/db.ts";
import { asViewer } from "../../apps/server/src/testing/test-app.ts";
import { bundle } from "../bundle.ts";
import { percentile } from "../search/percentiles.ts";
import { type Booking, bookingsOf, checkoutBody, type Town } from "./town.ts";

const CLIENTS = 8;
const RIVALS = 200;
const ROUND_MS = 5_000;

type Answer = { status: number; text: string };
export type Reserve = (booking: Booking) => Promise<unknown>;
type Server = {
  /** Whatever the answer is. */
  ask(booking: Booking): Promise<Answer>;
  reserve: Reserve;
  /** Also opens the payment at the card sandbox. */
  checkOut: Reserve;
  stop(): Promise<void>;
};

/** Our server in a process of its own. */
export async function startServer({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<Server> {
  const child = fork(await bundle("checkout/serve.ts"), [url, ownerUrl], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const origin = await new Promise<string>((resolve, reject) => {
    child.on("message", (message) => resolve(String(message))).on("exit", () => reject(new Error("It ended")));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: RIVALS });
  const post = (renterId: string, path: string, body: object) =>
    new Promise<Answer>((resolve, reject) => {
      const viewer = asViewer({ id: renterId, isAdmin: false, isApproved: true });
      const headers = { "content-type": "application/json", ...viewer };
      const call = request(`${origin}/api/bookings${path}`, { agent, method: "POST", headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text })).on("error", reject);
      });
      call.on("error", reject).end(JSON.stringify(body));
    });
  const ask = ({ renterId, ...booking }: Booking) => post(renterId, "", checkoutBody(booking));
  const reserve = async (booking: Booking) => {
    const { bookingId } = JSON.parse(expected(201, await ask(booking))) as ReservationView;
    return bookingId;
  };
  return {
    ask,
    reserve,
    checkOut: async (booking) => {
      const bookingId = await reserve(booking);
      expected(200, await post(booking.renterId, `/${bookingId}/payment`, {}));
    },
    stop: async () => {
      agent.destroy();
      child.kill();
      await ended;
    },
  };
}

function expected(status: number, answer: Answer): string {
  if (answer.status !== status) throw new Error(`${answer.status} ${answer.text}`);
  return answer.text;
}

export function openBare(url: string, pattern: string): { reserve: Reserve; stop(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS, ...CONNECTION });
  // The database may be stopped before its last connection is closed.
  pool.on("error", () => undefined);
  const text = "select bare_reservation($1, $2, $3, $4 * interval '1 day')";
  return {
    reserve: ({ itemId, renterId, day }) =>
      pool.query({ name: "reserve", text, values: [pattern, itemId, renterId, day] }),
    stop: () => pool.end(),
  };
}

/** How many a second when each of eight clients books again as soon as it has. */
export async function throughput(reserve: Reserve, next: () => Booking): Promise<number> {
  const began = performance.now();
  let made = 0;
  const client = async () => {
    while (performance.now() - began < ROUND_MS) {
      await reserve(next());
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (made * 1000) / (performance.now() - began);
}

/** So many at once for what is gone: how long the slowest of a hundred waits to be told. */
export async function rejectionP99(request: (booking: Booking) => Promise<Answer>, town: Town): Promise<number> {
  const next = bookingsOf(town, [town.soldOutItem]);
  const ask = async () => {
    const asked = performance.now();
    const { status, text } = await request({ ...next(), day: 0 });
    if (status !== 409) throw new Error(`${status} ${text}`);
    return performance.now() - asked;
  };
  return percentile(await Promise.all(Array.from({ length: RIVALS }, ask)), 99);
}
