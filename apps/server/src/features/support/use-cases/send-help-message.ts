import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { queueMail } from "../../../platform/outbox/queue-message.ts";
import { type HelpMessage, insertHelpMessage } from "../help-messages.repository.ts";

type Input = { name: string; email: string; subject: string; message: string };

/** Keeps the message and confirms it to its writer; nothing of what they wrote is mailed, the address may be anybody's. */
export async function sendHelpMessage(db: Db, viewer: Viewer | null, input: Input): Promise<HelpMessage> {
  return db.transaction(async (tx) => {
    const message = await insertHelpMessage(tx, { ...input, id: newId(), userId: viewer?.id ?? null });
    if (!message) throw new Error("an inserted row comes back");
    await queueMail(tx, {
      to: input.email,
      subject: "We got your message",
      letter: {
        title: "We got your message",
        paragraphs: [
          "Thank you for writing to Nexby. Somebody will read it and answer as soon as possible.",
          "If it was not you who wrote to us, you can ignore this mail.",
        ],
      },
    });
    return message;
  });
}
