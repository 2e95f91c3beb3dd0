import { capturedMessages } from "../../schema/messaging.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { embeddedMail } from "../mailbox/embedded-mailbox.ts";
import { describeMail } from "./mail.suite.ts";

describeMail("embedded mail", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  return {
    mail: embeddedMail(db),
    received: async () =>
      (await db.select().from(capturedMessages)).map(({ key, recipient, subject, body, html }) => ({
        key,
        to: recipient,
        subject: subject ?? "",
        text: body,
        html: html ?? "",
      })),
    breakDown: async () => {
      await database.owner.execute("alter table captured_messages rename to gone");
    },
    close: database.close,
  };
});
