import type { Context } from "./http/call.ts";

export type TimerKind =
  | "authorization_expiry"
  | "automatic_payout"
  | "dispute"
  | "dispute_verdict"
  | "fraud_warning"
  | "inquiry"
  | "payout_arrival"
  | "refund_failure"
  | "refund_funding"
  | "refund_success"
  | "settlement"
  | "two_disputes";

type Timer = { due: number; kind: TimerKind; subject: string };

/** Timers follow the product's clock and run at the next call or poll after they are due. */
export async function schedule({ db, account }: Context, { due, kind, subject }: Timer): Promise<void> {
  await db.query("insert into card_sandbox.timers (due, kind, account, subject) values ($1, $2, $3, $4)", [
    due,
    kind,
    account,
    subject,
  ]);
}

export async function takeDueTimer({ db, now }: Context): Promise<(Timer & { account: string }) | null> {
  const { rows } = await db.query<{ due: string; kind: TimerKind; account: string; subject: string }>(
    `delete from card_sandbox.timers
     where id = (select id from card_sandbox.timers where due <= $1 order by due, id limit 1)
     returning due, kind, account, subject`,
    [now],
  );
  return rows[0] ? { ...rows[0], due: Number(rows[0].due) } : null;
}

export async function isTimerDue({ db, now }: Pick<Context, "db" | "now">): Promise<boolean> {
  const { rows } = await db.query<{ due: boolean }>(
    "select exists (select 1 from card_sandbox.timers where due <= $1) as due",
    [now],
  );
  return rows[0]?.due ?? false;
}
