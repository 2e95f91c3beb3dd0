import type { Db } from "../transaction.ts";
import { type Context, call } from "./call.ts";
import { integer } from "./fields.ts";
import { invalid } from "./refusals.ts";

const LONGEST_SECONDS = 10 * 366 * 86_400;

/** Real time plus an offset that only grows, for a sandbox that follows no other clock. */
export const ownClock = (db: Db) => async (): Promise<Date> => {
  const { rows } = await db.query<{ seconds: string }>("select offset_seconds as seconds from card_sandbox.clock");
  return new Date(Date.now() + Number(rows[0]?.seconds ?? 0) * 1_000);
};

const present = (now: number, hasOwnClock: boolean) => ({
  object: "clock",
  now,
  iso: new Date(now * 1_000).toISOString(),
  is_adjustable: hasOwnClock,
});

const readClock = call({
  method: "GET",
  path: "/sandbox-control/clock",
  params: {},
  run: async ({ now, settings }) => present(now, settings.hasOwnClock),
});

const moveClock = call({
  method: "POST",
  path: "/sandbox-control/clock",
  params: { seconds: integer({ from: 1, to: LONGEST_SECONDS }), to: integer({ from: 1 }) },
  async run(context, { seconds, to }) {
    if (!context.settings.hasOwnClock) {
      throw invalid("This sandbox follows the clock of the product that started it. Move that clock instead.");
    }
    if ((seconds === undefined) === (to === undefined)) throw invalid("Provide either seconds or to.");
    const by = seconds ?? (to ?? 0) - context.now;
    if (by < 0) throw invalid("The clock only moves forward.", { param: "to" });
    if (by > LONGEST_SECONDS) throw invalid("The clock moves at most ten years at once.", { param: "to" });
    await moveClockBy(context, by);
    return present(context.now + by, true);
  },
});

/** What becomes due on the way happens before anything is read, each at its own time. */
export async function moveClockBy({ db }: Pick<Context, "db">, seconds: number): Promise<void> {
  await db.query(
    `insert into card_sandbox.clock (id, offset_seconds) values (1, $1)
     on conflict (id) do update set offset_seconds = clock.offset_seconds + excluded.offset_seconds`,
    [seconds],
  );
}

export const clockCalls = [readClock, moveClock];
