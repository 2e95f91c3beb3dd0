import type { Pool } from "pg";
import { advance } from "../clock/advance.ts";
import { isTimerDue } from "../clock/timers.ts";
import { writing } from "../database/transaction.ts";
import type { PathIds, PreparedCall } from "./call.ts";
import type { Context } from "./context.ts";
import { expandAnswer } from "./expand.ts";
import { findAnswer, keepAnswer, type Outcome } from "./idempotency.ts";
import { Refusal } from "./refusals.ts";

export type Performance = {
  prepared: PreparedCall;
  path: PathIds;
  /** By which a repeated call is known as the same. */
  fingerprint: string;
  /** Set for tests: the effect stays, the answer is an error, and so it is for everybody who asks again. */
  isAnswerSpoilt: boolean;
};

export type Performed = Outcome & { replayOf: string | null };

export const SERVER_ERROR: Outcome = {
  status: 500,
  body: { error: { type: "api_error", message: "An error occurred on our side. (Set on purpose.)" } },
};

type Asked = Omit<Context, "db">;

/** Reads what there is, once what is due has happened. */
export async function read(pool: Pool, asked: Asked, { prepared, path }: Performance): Promise<Performed> {
  const context: Context = { ...asked, db: pool };
  if (await isTimerDue(context)) await writing(pool, (db) => advance({ ...asked, db }));
  const answer = await prepared.run(context, path);
  return { status: 200, body: await expandAnswer(context, answer, prepared.expand), replayOf: null };
}

/** Does it once for each idempotency key; whoever asks again, or at the same time, gets the answer of the first. */
export function write(pool: Pool, asked: Asked, performance: Performance): Promise<Performed> {
  return writing(pool, async (db) => {
    const context: Context = { ...asked, db };
    await advance(context);
    const { idempotencyKey: key } = asked.request;
    const { fingerprint } = performance;
    const earlier = key === null ? null : await findAnswer(context, key, fingerprint);
    if (earlier) return { status: earlier.status, body: earlier.body, replayOf: earlier.requestId };

    const done = await attempt(context, performance);
    const outcome = performance.isAnswerSpoilt ? SERVER_ERROR : done;
    if (key !== null) await keepAnswer(context, key, fingerprint, outcome);
    return { ...outcome, replayOf: null };
  });
}

/** A refusal undoes what the call did, unless that is to stay on record. */
async function attempt(context: Context, { prepared, path }: Performance): Promise<Outcome> {
  await context.db.query("savepoint attempt");
  try {
    const answer = await prepared.run(context, path);
    return { status: 200, body: await expandAnswer(context, answer, prepared.expand) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!error.isEffectKept) await context.db.query("rollback to savepoint attempt");
    return { status: error.status, body: { error: error.body } };
  }
}
