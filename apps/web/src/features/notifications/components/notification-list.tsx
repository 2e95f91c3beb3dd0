import type { NotificationView } from "@nexby/contract/messaging/notifications";
import { typeset } from "@nexby/domain/kernel/typography";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import mailbox from "../../../../../../assets/web/mailbox.webp";
import { Placeholder } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { timeAgo } from "../../../lib/dates.ts";
import { ownPath } from "../../../lib/paths.ts";
import { productNow } from "../../../lib/server-time.ts";
import { toasts } from "../../../lib/toasts.ts";
import { notifications as notificationsQuery, useReadMarks } from "../api.ts";
import { iconOf } from "../icons.ts";

const NOT_MARKED = {
  title: "Not marked as read",
  description: "Please try again in a moment.",
  isDestructive: true,
};

type NotificationListProps = {
  /** Omitted when the page already has a heading. */
  headingLevel?: 2;
  onChoose?: () => void;
};

export function NotificationList({ headingLevel, onChoose }: NotificationListProps) {
  const { markRead, markAllRead } = useReadMarks();
  const { data, isError, refetch } = useQuery(notificationsQuery());
  const hasUnread = data?.some(({ isRead }) => !isRead) ?? false;

  // A toast, because the panel may be closed by then.
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
              // A disabled button would lose focus after its own click.
              aria-disabled={!hasUnread}
              onClick={() => hasUnread && void attempt(markAllRead())}
              className="ml-auto min-h-11 rounded-control px-2 font-semibold text-on-primary-soft text-sm underline-offset-4 hover:underline aria-disabled:text-muted aria-disabled:no-underline"
            >
              Mark all as read
            </button>
          )}
        </div>
      )}
      {data?.length === 0 && <NoNotifications />}
      {data && data.length > 0 && (
        <ul aria-label="Notifications">
          {groupsOf(data).map(([newest, ...earlier]) => (
            <li key={newest.id}>
              <NotificationRow notification={newest} onChoose={() => choose(newest)} />
              {earlier.length > 0 && <Earlier entries={earlier} onChoose={choose} />}
            </li>
          ))}
        </ul>
      )}
      {!data && isError && <ErrorCard onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Placeholder size="small">
          <p role="status" className="appear-late py-10 text-center text-muted">
            Loading notifications...
          </p>
        </Placeholder>
      )}
    </>
  );
}

type Group = [NotificationView, ...NotificationView[]];

/** Entries about one booking are one group, at the place of its newest one. */
function groupsOf(notifications: readonly NotificationView[]): Group[] {
  const groups: Group[] = [];
  for (const notification of notifications) {
    const { bookingId } = notification;
    const group = bookingId === null ? undefined : groups.find(([newest]) => newest.bookingId === bookingId);
    if (group) group.push(notification);
    else groups.push([notification]);
  }
  return groups;
}

type EarlierProps = { entries: readonly NotificationView[]; onChoose: (notification: NotificationView) => void };

/** What was unread when it came stays in sight. The rest opens. */
function Earlier({ entries, onChoose }: EarlierProps) {
  const [unread] = useState(() => new Set(entries.filter(({ isRead }) => !isRead).map(({ id }) => id)));
  const shown = entries.filter(({ id, isRead }) => !isRead || unread.has(id));
  const hidden = entries.filter((entry) => !shown.includes(entry));
  const rows = (some: readonly NotificationView[]) => (
    <ul>
      {some.map((notification) => (
        <li key={notification.id}>
          <NotificationRow notification={notification} onChoose={() => onChoose(notification)} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="ml-6 border-line border-l pl-2">
      {shown.length > 0 && rows(shown)}
      {hidden.length > 0 && (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer items-center gap-1 rounded-control px-3 text-muted text-sm hover:bg-subtle">
            {hidden.length === 1 ? "1 earlier update" : `${hidden.length} earlier updates`} about this booking
            <ChevronDown
              size={16}
              aria-hidden="true"
              className="shrink-0 transition-transform duration-120 group-open:rotate-180"
            />
          </summary>
          {rows(hidden)}
        </details>
      )}
    </div>
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

const ROW = "flex min-h-11 w-full items-start gap-3 rounded-control px-3 py-3 text-left hover:bg-subtle";

type NotificationRowProps = { notification: NotificationView; onChoose: () => void };

/** Links to the notification's page if it is on this site. */
export function NotificationRow({ notification, onChoose }: NotificationRowProps) {
  const path = ownPath(notification.actionUrl);
  const content = <RowContent notification={notification} />;

  return path ? (
    <Link href={path} className={ROW} onClick={onChoose}>
      {content}
    </Link>
  ) : (
    <button type="button" className={ROW} onClick={onChoose}>
      {content}
    </button>
  );
}

function RowContent({
  notification: { type, kind, title, message, isRead, createdAt },
}: Pick<NotificationRowProps, "notification">) {
  const Icon = iconOf({ type, kind });
  return (
    <>
      <span
        className={`grid size-9 shrink-0 place-items-center rounded-full ${isRead ? "bg-subtle text-muted" : "bg-primary-soft text-on-primary-soft"}`}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className={`block ${isRead ? "font-medium" : "font-semibold"}`}>{typeset(title)}</span>
        <span className="block text-pretty text-muted text-sm">{typeset(message)}</span>
        <time dateTime={createdAt} className="mt-0.5 block text-muted text-xs">
          {timeAgo(createdAt, productNow())}
        </time>
      </span>
      {!isRead && (
        <span className="mt-2 size-2.5 shrink-0 rounded-full bg-primary">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </>
  );
}
