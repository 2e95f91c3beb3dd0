import nodemailer from "nodemailer";
import type { MailPort } from "./mail.port.ts";

type Options = {
  url: string;
  from: string;
  /** How long the server may take to be there and to greet. */
  connectMs?: number;
  /** How long it may be silent in a conversation. */
  silenceMs?: number;
};

/** Any SMTP server. The Message-ID is made from the key, which is how mail programs recognise a double. */
export function smtpMail({ url, from, connectMs = 10_000, silenceMs = 20_000 }: Options): MailPort & { close(): void } {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/^.*@|>$/g, "");
  return {
    async send({ key, to, subject, text, html }) {
      assertOneAddress(to);
      try {
        await transport.sendMail({
          messageId: `<${key}@${domain}>`,
          from,
          // As an object: text would be read as a list of addresses.
          to: { name: "", address: to },
          subject: oneLine(subject),
          text,
          html,
        });
      } catch (error) {
        throw new Error(`The mail server did not take the message: ${reasonOf(error)}`);
      }
    },
    close: () => transport.close(),
  };
}

/** What the server says may quote the recipient and stays out of our logs; its number does not. */
function reasonOf(error: unknown): string {
  const { responseCode, code, command, message } = error as Partial<
    Record<"responseCode" | "code" | "command" | "message", unknown>
  >;
  if (responseCode) return `${responseCode} in answer to ${command}`;
  return code === "EENVELOPE" || code === "EMESSAGE" ? code : `${code} ${message}`;
}

/** One mailbox and nothing that a mail program could read as a list, a name, a header or a command. */
const ONE_ADDRESS = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/;

export function assertOneAddress(to: string): void {
  if (!ONE_ADDRESS.test(to)) throw new Error("The recipient is not one mail address");
}

/** A subject is one line, whatever was written into it. */
export const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ");
