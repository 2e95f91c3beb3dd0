import type { NotificationView } from "@nexby/contract/notifications";
import {
  Bell,
  CalendarClock,
  CircleCheck,
  CircleX,
  CreditCard,
  type LucideIcon,
  MessageCircle,
  Sparkles,
} from "lucide-react";
import { Link } from "wouter";
import { ownPath } from "../../../lib/own-path.ts";
import { timeAgo } from "../../../lib/relative-time.ts";
import { productNow } from "../../../lib/server-time.ts";

const ICONS: Record<NotificationView["type"], LucideIcon> = {
  booking_request: CalendarClock,
  booking_approved: CircleCheck,
  booking_declined: CircleX,
  message: MessageCircle,
  payment: CreditCard,
  system: Sparkles,
  other: Bell,
};

const ROW = "flex min-h-11 w-full items-start gap-3 rounded-control px-3 py-3 text-left hover:bg-subtle";

type Props = { notification: NotificationView; onChoose: () => void };

/** Leads to what it is about, where that is a page of ours. */
export function NotificationRow({ notification, onChoose }: Props) {
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

function RowContent({ notification: { type, title, message, isRead, createdAt } }: Pick<Props, "notification">) {
  const Icon = ICONS[type] ?? Bell;
  return (
    <>
      <span
        className={`grid size-9 shrink-0 place-items-center rounded-full ${isRead ? "bg-subtle text-muted" : "bg-primary-soft text-on-primary-soft"}`}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className={`block ${isRead ? "font-medium" : "font-semibold"}`}>{title}</span>
        <span className="block text-pretty text-muted text-sm">{message}</span>
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
