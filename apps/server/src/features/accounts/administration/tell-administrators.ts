import type { Db } from "../../../platform/db/db.ts";
import { queueMail } from "../../../platform/outbox/queue-message.ts";
import { notify } from "../../notifications/public.ts";
import { findAdministrators } from "./standing.repository.ts";

type News = Omit<Parameters<typeof notify>[1], "userId">;

/** Somebody has to look: tells all of them inside the product, and by mail where paragraphs are given. */
export async function tellAdministrators(db: Db, news: News, mailed: readonly string[] = []): Promise<void> {
  const { title } = news;
  for (const { id: userId, email } of await findAdministrators(db)) {
    await notify(db, { ...news, userId });
    if (mailed.length > 0) {
      await queueMail(db, { to: email, subject: title, letter: { title, paragraphs: [...mailed] } });
    }
  }
}
