import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { type PageOf, pageOf, placeAfter } from "../../../platform/paging/page-by-age.ts";
import { countUnread, type Notification, selectNotifications } from "../notifications.repository.ts";

type Query = {
  limit: number;
  cursor?: string | undefined;
  type?: Notification["type"] | undefined;
  isRead?: boolean | undefined;
};

/** One page, newest first. */
export async function listNotifications(
  db: Db,
  viewer: Viewer,
  { limit, cursor, type, isRead }: Query,
): Promise<PageOf<Notification>> {
  const page = { after: placeAfter(cursor), limit: limit + 1, type, isRead };
  return pageOf(await selectNotifications(db, viewer.id, page), limit);
}

export const countNotifications = (db: Db, viewer: Viewer): Promise<number> => countUnread(db, viewer.id);
