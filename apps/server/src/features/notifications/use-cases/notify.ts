import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/publish-event.ts";
import { insertNotification, type NewNotification } from "../notifications.repository.ts";

type News = Pick<NewNotification, "userId" | "type" | "title" | "message" | "actionUrl" | "data">;

/** Tells a person something inside the product, in the transaction of what happened; open pages show it at once. */
export async function notify(db: Db, news: News): Promise<void> {
  const id = newId();
  await insertNotification(db, { ...news, id });
  await publishEvent(db, { audience: userAudience(news.userId), type: "notification_created", data: { id } });
}
