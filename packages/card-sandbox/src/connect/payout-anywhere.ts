import type Stripe from "stripe";
import type { Context } from "../http/context.ts";
import { noSuch } from "../http/refusals.ts";

/** A payout by its id alone, with the account it left from. */
export async function getPayoutAnywhere({ db }: Pick<Context, "db">, id: string) {
  const { rows } = await db.query<{ account: string; payout: Stripe.Payout }>(
    "select account, body as payout from card_sandbox.documents where id = $1 and kind = 'payout'",
    [id],
  );
  if (!rows[0]) throw noSuch("payout", id);
  return rows[0];
}
