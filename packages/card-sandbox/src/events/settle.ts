import { advance } from "../clock/advance.ts";
import { isTimerDue } from "../clock/timers.ts";
import { writing } from "../database/transaction.ts";
import { forgetOldAnswers } from "../http/idempotency.ts";
import type { Deps } from "../http/mount-calls.ts";
import { pageContext } from "../pages/page-context.ts";
import { deliverDue, type Urgency } from "./deliver.ts";

/** Lets happen what is due by the clock, then tells the product what happened. */
export async function settle(deps: Deps, urgency: Urgency = {}): Promise<number> {
  const context = await pageContext(deps);
  await forgetOldAnswers(context);
  if (await isTimerDue(context)) await writing(deps.pool, (db) => advance({ ...context, db }));
  return deliverDue(deps.pool, deps.settings(), urgency);
}
