import type { Db } from "../../platform/db/db.ts";
import { captureMessage } from "../mailbox/captured-messages.ts";
import type { MailPort } from "./mail.port.ts";
import { assertOneAddress, oneLine } from "./mail-headers.ts";

/** Keeps mail in the database, to be read at /dev/mail: nobody needs a mail server to try Nexby. */
export function embeddedMail(db: Db): MailPort {
  return {
    async send({ key, to, subject, text, html }) {
      assertOneAddress(to);
      await captureMessage(db, { key, channel: "mail", recipient: to, subject: oneLine(subject), body: text, html });
    },
  };
}
