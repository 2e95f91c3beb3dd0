import { moveClock } from "@nexby/contract/admin/operations";
import { NOW_HEADER } from "@nexby/contract/urls";
import { DAY, MINUTE } from "@nexby/domain/kernel/duration";
import { afterAll, beforeAll, expect, test } from "vitest";
import { knowClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { startListener } from "../../../platform/db/listener.ts";
import { newId } from "../../../platform/ids.ts";
import { call } from "../../../testing/call.ts";
import { until } from "../../../testing/server-process.ts";
import { asViewer, startTestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
const headers = asViewer({ id: newId(), isAdmin: true, isApproved: true });
const faults: unknown[] = [];
let isReadable = true;

/** Simulates a separate process, which learns of clock changes only from the database. */
async function startProcess() {
  const { db, url } = database();
  const reading = new Proxy<Db>(db, {
    get(target, name) {
      if (!isReadable) throw new Error("No connection");
      return Reflect.get(target, name, target);
    },
  });
  const clock = await knowClock({ db: reading, onError: (error) => faults.push(error) });
  const { origin, close } = await startTestApp({ db, clock });
  let listener: { stop(): Promise<void> } | undefined;
  await new Promise<void>((resolve) => {
    listener = startListener({
      url,
      channels: ["nexby_clock"],
      onMessage: clock.hasMoved,
      onConnected: resolve,
    });
  });
  return {
    origin,
    stop: async () => {
      await close();
      await listener?.stop();
      await clock.stop();
    },
  };
}

let processes: Awaited<ReturnType<typeof startProcess>>[] = [];
beforeAll(async () => {
  processes = await Promise.all([startProcess(), startProcess()]);
});
afterAll(async () => {
  await Promise.all(processes.map(({ stop }) => stop()));
});

const aheadAt = async (origin: string, path = "/api/items") =>
  Date.parse((await fetch(origin + path)).headers.get(NOW_HEADER) ?? "") - Date.now();
const isAhead = (ahead: number, days: number) => Math.abs(ahead - days * DAY) < MINUTE;

async function travel(days: number): Promise<void> {
  await call(processes[0]?.origin ?? "", moveClock, { headers, body: { minutes: days * 24 * 60, stopsAtJobs: false } });
}

test("every API response, including errors, carries the product's time, in every process after the clock is moved", async () => {
  const [first, second] = processes.map(({ origin }) => origin);
  for (const path of ["/api/items", "/api/bookings", "/api/nothing"]) {
    expect([path, isAhead(await aheadAt(first ?? "", path), 0)]).toEqual([path, true]);
  }
  await travel(40);
  for (const origin of [first ?? "", second ?? ""]) await until(async () => isAhead(await aheadAt(origin), 40));
});

test("a process that could not read a move catches up when the database is reachable again", async () => {
  isReadable = false;
  await travel(3);
  await until(() => faults.length >= processes.length);
  isReadable = true;
  for (const { origin } of processes) await until(async () => isAhead(await aheadAt(origin), 43));
});
