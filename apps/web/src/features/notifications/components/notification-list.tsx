import type { NotificationView } from "@nexby/contract/notifications";
import { useQuery } from "@tanstack/react-query";
import mailbox from "../../../assets/mailbox.webp";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { toasts } from "../../../lib/toasts.ts";
import { notifications as notificationsQuery } from "../api/notifications.ts";
import { useReadMarks } from "../use-read-marks.ts";
import { NotificationRow } from "./notification-row.tsx";

const NOT_MARKED = {
  title: "Not marked as read",
  description: "Please try again in a moment.",
  isDestructive: true,
};

type Props = {
  /** None where the page has a heading already. */
  headingLevel?: 2;
  onChoose?: () => void;
};

export function NotificationList({ headingLevel, onChoose }: Props) {
  const { markRead, markAllRead } = useReadMarks();
  const { data, isError, refetch } = useQuery(notificationsQuery());
  const hasUnread = data?.some(({ isRead }) => !isRead) ?? false;

  // By then the panel may be closed.
  const attempt = (marking: Promise<void>) => marking.catch(() => toasts.show(NOT_MARKED));
  const choose = (notification: NotificationView) => {
    if (!notification.isRead) void attempt(markRead(notification.id));
    onChoose?.();
  };

  return (
    <>
      {(headingLevel || (data && data.length > 0)) && (
        <div className="flex min-h-11 items-center justify-between gap-4 pr-1 pl-3">
          {headingLevel && <h2 className="display-type text-lg">Notifications</h2>}
          {data && data.length > 0 && (
            <button
              type="button"
              // Not disabled: it would lose the focus when it has done its work.
              aria-disabled={!hasUnread}
              onClick={() => hasUnread && void attempt(markAllRead())}
              className="ml-auto min-h-11 rounded-control px-2 font-semibold text-on-primary-soft text-sm underline-offset-4 hover:underline aria-disabled:text-muted aria-disabled:no-underline"
            >
              Mark all read
            </button>
          )}
        </div>
      )}
      {data?.length === 0 && <NoNotifications />}
      {data && data.length > 0 && (
        <ul aria-label="Notifications">
          {data.map((notification) => (
            <li key={notification.id}>
              <NotificationRow notification={notification} onChoose={() => choose(notification)} />
            </li>
          ))}
        </ul>
      )}
      {!data && isError && <ErrorCard onRetry={() => void refetch()} />}
      {!data && !isError && (
        <p role="status" className="appear-late py-10 text-center text-muted">
          Loading notifications...
        </p>
      )}
    </>
  );
}

function NoNotifications() {
  return (
    <div className="px-6 pt-4 pb-8 text-center">
      <img src={mailbox} alt="" width={96} height={96} className="mx-auto" />
      <p className="mt-3 font-semibold">No notifications yet</p>
      <p className="mt-1 text-balance text-muted text-sm">You'll see updates about your rentals and bookings here</p>
    </div>
  );
}
