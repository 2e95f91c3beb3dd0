import { capturedMessages } from "../../schema/messaging.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { embeddedSms } from "../mailbox/embedded-mailbox.ts";
import { describeSms } from "./sms.suite.ts";

describeSms("embedded SMS", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  return {
    sms: embeddedSms(db),
    received: async () =>
      (await db.select().from(capturedMessages)).map(({ key, recipient, body }) => ({
        key,
        to: recipient,
        text: body,
      })),
    breakDown: async () => {
      await database.owner.execute("alter table captured_messages rename to gone");
    },
    close: database.close,
  };
});
