import type { Db } from "../../../platform/db/db.ts";
import { queueMail } from "../../../platform/outbox/queue-message.ts";
import { findAdministrators } from "../../accounts/public.ts";
import { notify } from "../../notifications/public.ts";

const TITLE = "A request waits for your review";
const MESSAGE = "The rules stopped a request before its owner saw it. Please decide within 12 hours.";
const PAGE = "/admin/fraud-detection";

/** Somebody has to look: neither the owner nor the renter hears more until then. */
export async function tellAdministrators(tx: Db, { id: bookingId }: { id: string }): Promise<void> {
  for (const { id, email } of await findAdministrators(tx)) {
    await notify(tx, {
      userId: id,
      type: "system",
      title: TITLE,
      message: MESSAGE,
      actionUrl: PAGE,
      data: { bookingId },
    });
    await queueMail(tx, { to: email, subject: TITLE, letter: { title: TITLE, paragraphs: [MESSAGE] } });
  }
}
