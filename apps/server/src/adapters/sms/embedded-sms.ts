import type { Db } from "../../platform/db/db.ts";
import { captureMessage } from "../mailbox/captured-messages.ts";
import type { SmsPort } from "./sms.port.ts";

/** Keeps texts in the database, beside the mail at /dev/mail. */
export function embeddedSms(db: Db): SmsPort {
  return {
    send: ({ key, to, text }) => captureMessage(db, { key, channel: "sms", recipient: to, body: text }),
  };
}
