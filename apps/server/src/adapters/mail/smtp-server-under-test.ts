import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type ReceivedMail = {
  envelope: { from: string; to: string[] };
  messageId: string;
  to: string[];
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
};

const USER = "nexby";
const PASSWORD = "p@ss:word/";

/**
 * A real SMTP server that requires a password and records messages; `options` can make it misbehave. It acknowledges a
 * message after `beforeReply` resolves.
 */
export async function startSmtpServer(options: SMTPServerOptions = {}, beforeReply = async () => {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === USER && password === PASSWORD
        ? done(null, { user: username })
        : done(Object.assign(new Error(`wrong password for ${username}`), { responseCode: 535 })),
    onData: (stream, session, done) => {
      const record = async () => {
        const mail = await PostalMime.parse(await buffer(stream));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          envelope: { from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address) },
          messageId: mail.messageId ?? "",
          to: (mail.to ?? []).map(({ address }) => address ?? ""),
          headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
          subject: mail.subject ?? "",
          text: mail.text ?? "",
          html: mail.html ?? "",
        });
      };
      record()
        .then(beforeReply)
        .then(() => done(), done);
    },
    ...options,
  });
  // A killed client resets its connection.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
