import type { listNotifications, NotificationType } from "@nexby/contract/notifications";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { readPages } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/with-query.ts";

export type HistoryFilter = { type: NotificationType | null; isRead: "true" | "false" | null };

/** Asked anew each time it is opened: what was unread a minute ago may have been read elsewhere. */
export const notificationHistory = ({ type, isRead }: HistoryFilter) =>
  infiniteQueryOptions({
    ...readPages<typeof listNotifications>(withQuery("/api/notifications", { type, isRead })),
    staleTime: 0,
  });
