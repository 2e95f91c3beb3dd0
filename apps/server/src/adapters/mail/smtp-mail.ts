import nodemailer from "nodemailer";
import type { MailPort } from "./mail.port.ts";

type Options = { url: string; from: string };

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** Any SMTP server. The Message-ID is made from the key, which is how mail programs recognise a double. */
export function smtpMail({ url, from }: Options): MailPort & { close(): void } {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/^.*@|>$/g, "");
  return {
    async send({ key, ...mail }) {
      await transport.sendMail({ ...mail, from, messageId: `<${key}@${domain}>` });
    },
    close: () => transport.close(),
  };
}
