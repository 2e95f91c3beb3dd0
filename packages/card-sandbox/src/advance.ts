import { arrivePayout, payOutAutomatically } from "./connect/payouts.ts";
import type { Context } from "./http/call.ts";
import { settleLater } from "./payments/capture.ts";
import { decideDispute, openDispute, openTwoDisputes, warnOfFraud } from "./payments/disputes.ts";
import { completeRefund, failRefund, fundRefunds } from "./payments/refund-charge.ts";
import { expireAuthorization } from "./payments/update-intent.ts";
import { isTimerDue, type TimerKind, takeDueTimer } from "./store.ts";
import { type DatabasePool, writing } from "./transaction.ts";

type Handler = (context: Context, subject: string) => Promise<unknown>;

const HANDLERS: Record<TimerKind, Handler> = {
  authorization_expiry: expireAuthorization,
  automatic_payout: payOutAutomatically,
  dispute: (context, charge) => openDispute(context, charge),
  dispute_verdict: decideDispute,
  fraud_warning: warnOfFraud,
  inquiry: (context, charge) => openDispute(context, charge, { isInquiry: true }),
  payout_arrival: arrivePayout,
  refund_failure: (context, refund) => failRefund(context, refund),
  refund_funding: fundRefunds,
  refund_success: completeRefund,
  settlement: settleLater,
  two_disputes: openTwoDisputes,
};

/**
 * Runs due timers in order, each at its own time: after the clock jumps three weeks, a chargeback is dated when it was
 * due, not at the end.
 */
export async function advance(context: Context): Promise<void> {
  for (;;) {
    const timer = await takeDueTimer(context);
    if (!timer) return;
    const timerContext: Context = {
      ...context,
      account: timer.account,
      now: timer.due,
      request: { id: null, idempotencyKey: null },
    };
    await HANDLERS[timer.kind](timerContext, timer.subject);
  }
}

/** Catches up before something is read outside a transaction. */
export async function runDueTimers(pool: DatabasePool, context: Omit<Context, "db">): Promise<void> {
  if (await isTimerDue({ now: context.now, db: pool })) await writing(pool, (db) => advance({ ...context, db }));
}
