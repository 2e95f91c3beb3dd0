import { mailedHash } from "@nexby/domain/condition/evidence-chain";
import type { EvidenceLink } from "@nexby/domain/condition/evidence-links";
import { inArray } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { type Email, type EmailCard, SITE_URL } from "../../platform/email/render-email.ts";
import { queueMail } from "../../platform/outbox.ts";
import { users } from "../../schema/accounts.ts";
import type { Booking } from "../../schema/bookings.ts";
import { findBookingFacts, type RenterOrOwner } from "../bookings/public.ts";
import { bookingCardOf } from "../notifications/public.ts";

type Act = { by: RenterOrOwner["role"]; act: "reported" | "confirmed" | "claimed" | "returned" };

/** "Omar reported the condition of City bike", "You filed a claim for City bike" */
function titleOf({ by, act }: Act, to: RenterOrOwner["role"], names: { renter: string; owner: string; item: string }) {
  const who = to === by ? "You" : names[by];
  if (act === "returned") return `${who} marked units of “${names.item}” as returned`;
  return act === "claimed"
    ? `${who} filed a claim for “${names.item}”`
    : `${who} ${act} the condition of “${names.item}”`;
}

const letterOf = (title: string, { position, sha256 }: EvidenceLink, card: EmailCard | null, path: string): Email => ({
  title,
  paragraphs: [
    `This is record ${position} of the booking's evidence. Its fingerprint covers all records so far:`,
    mailedHash(sha256),
    "Keep this email. If you ever doubt our records, open the booking, choose Evidence and enter the fingerprint. Then you'll see whether everything recorded until now is still there.",
  ],
  card,
  action: { label: "Open the booking", url: SITE_URL + path },
  why: "You got this because it's a record of your booking. We send these emails whatever your settings are.",
});

/**
 * Mails both people the chain's newest hash. Only a hash outside of our systems shows that the end of a chain was cut off
 * together with everything that refers to it, so nobody can turn these mails off.
 */
export async function mailRecord(tx: Db, booking: Booking, act: Act, link: EvidenceLink): Promise<void> {
  const names = await findBookingFacts(tx, booking);
  const people = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [booking.renterId, booking.ownerId]));
  for (const { id, email } of people) {
    const to = id === booking.renterId ? "renter" : "owner";
    const title = titleOf(act, to, names);
    const card = await bookingCardOf(tx, { ...names, to });
    await queueMail(tx, {
      to: email,
      subject: title,
      letter: letterOf(title, link, card, `/my-bookings/${booking.id}`),
    });
  }
}
