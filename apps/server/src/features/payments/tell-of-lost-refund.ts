import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { Db } from "../../platform/db/db.ts";
import { tellAdministrators } from "../accounts/public.ts";

type Lost = { bookingId: string; paymentId: string; amountCents: number };

const WHAT_HAPPENED = {
  refused: (amount: string) => `The card provider refused a refund of ${amount} three times`,
  sent_back: (amount: string) => `The bank of the card sent a refund of ${amount} back three times`,
};

/** Nobody tries again: a person has to find another way for the money. */
export async function tellOfLostRefund(
  tx: Db,
  { bookingId, paymentId, amountCents }: Lost,
  how: keyof typeof WHAT_HAPPENED,
): Promise<void> {
  const amount = `$${decimalFromCents(cents(amountCents))}`;
  await tellAdministrators(tx, {
    type: "payment",
    title: "A refund could not be made",
    message: `${WHAT_HAPPENED[how](amount)}, so we stopped trying. Please give the money back another way.`,
    actionUrl: `/my-bookings/${bookingId}`,
    data: { bookingId, paymentId },
  });
}
