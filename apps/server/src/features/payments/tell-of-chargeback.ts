import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { Db } from "../../platform/db/db.ts";
import { tellAdministrators } from "../accounts/public.ts";
import type { Chargeback } from "./chargebacks.repository.ts";
import type { Payment } from "./payments.repository.ts";

type Known = Pick<Chargeback, "status" | "isInquiry">;

const NEWS = {
  asked: {
    title: "A bank asks about a payment",
    happened: (amount: string) => `The cardholder's bank asks about a payment of ${amount}. No money has moved.`,
  },
  opened: {
    title: "A payment was charged back",
    happened: (amount: string) => `The cardholder's bank has taken ${amount} back.`,
  },
  lost: {
    title: "A chargeback was lost",
    happened: (amount: string) => `The bank has decided against us: ${amount} stay with the cardholder.`,
  },
  won: {
    title: "A chargeback was won",
    happened: (amount: string) => `The bank has decided for us: ${amount} come back.`,
  },
};

/** By what is known now and was before, so that each is told once, whichever events told of it. */
function newsOf(before: Known | null, { status, isInquiry }: Known): keyof typeof NEWS | null {
  if (status === "lost" || status === "won") return before?.status === status ? null : status;
  if (status === "closed") return null;
  if (isInquiry) return before === null ? "asked" : null;
  return before === null || before.isInquiry ? "opened" : null;
}

type Change = { before: Known | null; after: Chargeback };

/** Evidence is sent by people, in the provider's dashboard. */
export async function tellOfChargeback(tx: Db, { bookingId }: Payment, { before, after }: Change): Promise<void> {
  const news = newsOf(before, after);
  if (news === null) return;
  const { title, happened } = NEWS[news];
  const isOpen = news === "asked" || news === "opened";
  const said = happened(`$${decimalFromCents(cents(after.amountCents))}`);
  const message = isOpen && after.evidenceDueAt ? `${said} ${askForEvidence(after.evidenceDueAt)}` : said;
  const data = { bookingId, paymentId: after.paymentId, chargebackId: after.id };
  const actionUrl = `/my-bookings/${bookingId}`;
  const provider = `At the provider: ${after.providerDisputeId}, ${after.reason.replaceAll("_", " ")}.`;
  await tellAdministrators(tx, { type: "payment", title, message, actionUrl, data }, [message, provider]);
}

const askForEvidence = (dueAt: Date) => {
  const due = dueAt.toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `Please send evidence in the provider's dashboard before ${due} UTC.`;
};
