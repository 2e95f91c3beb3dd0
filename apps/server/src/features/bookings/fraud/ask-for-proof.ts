import type { Db } from "../../../platform/db/db.ts";
import { queueMail } from "../../../platform/outbox/queue-message.ts";
import { notify } from "../../notifications/public.ts";
import type { AnalysisInFull } from "./fraud-analyses.repository.ts";

const TITLE = "Please confirm your details";

/** Says what to do, and nothing of what was noticed or of who asks. */
export async function askForProof(tx: Db, { renter, item, booking }: AnalysisInFull): Promise<void> {
  const message = `Before we send your request for ${item.title} on, please verify your email and phone. If they are verified already, write to us in the help center.`;
  const data = { bookingId: booking.id };
  await notify(tx, { userId: renter.id, type: "system", title: TITLE, message, actionUrl: "/verify-contact", data });
  await queueMail(tx, { to: renter.email, subject: TITLE, letter: { title: TITLE, paragraphs: [message] } });
}
