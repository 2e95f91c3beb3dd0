import { embeddedMail } from "../adapters/mail/embedded-mail.ts";
import type { MailPort } from "../adapters/mail/mail.port.ts";
import { smtpMail } from "../adapters/mail/smtp-mail.ts";
import { embeddedMailbox } from "../adapters/mailbox/captured-messages.ts";
import type { MailboxPort } from "../adapters/mailbox/mailbox.port.ts";
import { embeddedSms } from "../adapters/sms/embedded-sms.ts";
import type { SmsPort } from "../adapters/sms/sms.port.ts";
import { twilioSms } from "../adapters/sms/twilio-sms.ts";
import type { Config } from "../platform/config/config.ts";
import type { Db } from "../platform/db/db.ts";

type Messengers = { mail: MailPort; sms: SmsPort; mailbox: MailboxPort; close(): void };

/** Real providers where they are set, else the database, to be read at /dev/mail. */
export function chooseMessengers({ smtp, twilio }: Pick<Config, "smtp" | "twilio">, db: Db): Messengers {
  const mailServer = smtp && smtpMail(smtp);
  return {
    mail: mailServer ?? embeddedMail(db),
    sms: twilio ? twilioSms(twilio) : embeddedSms(db),
    mailbox: embeddedMailbox(db),
    close: () => mailServer?.close(),
  };
}
