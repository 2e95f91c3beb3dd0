import type { NotificationHistoryView } from "@nexby/contract/messaging/notification-settings";
import type { NotificationType, NotificationView } from "@nexby/contract/messaging/notifications";
import { typeset } from "@nexby/domain/kernel/typography";
import type { Channel } from "@nexby/domain/notifications/channels";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearchParams } from "wouter";
import bell from "../../../../../../assets/web/bell.webp";
import { Button } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState, Notice } from "../../../components/ui/notice.tsx";
import { Select } from "../../../components/ui/select.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { formatMoment } from "../../../lib/dates.ts";
import { useReadMarks } from "../api.ts";
import { NotificationRow } from "../components/notification-list.tsx";
import { type HistoryFilter, notificationHistory } from "../settings-api.ts";

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export function NotificationHistory() {
  const [search, setSearch] = useSearchParams();
  const filter = historyFilterIn(search);
  const change = (changed: Partial<Record<keyof HistoryFilter, string>>) => {
    const entries = Object.entries({ ...filter, ...changed }).filter(([, value]) => value);
    setSearch(Object.fromEntries(entries) as Record<string, string>, { replace: true });
  };

  return (
    <>
      <div className="grid gap-4 sm:max-w-3xl sm:grid-cols-3">
        <Select
          label="Type"
          everything="All types"
          options={optionsOf(TYPE_LABELS)}
          value={filter.type}
          onChange={(type) => change({ type })}
        />
        <Select
          label="Status"
          everything="Read and unread"
          options={optionsOf(READ_LABELS)}
          value={filter.isRead}
          onChange={(isRead) => change({ isRead })}
        />
        <Select
          label="Sent by"
          everything="Any channel"
          options={optionsOf(CHANNEL_LABELS)}
          value={filter.channel}
          onChange={(channel) => change({ channel })}
        />
      </div>
      <div className="mt-6">
        <Entries
          key={`${filter.type} ${filter.isRead} ${filter.channel}`}
          filter={filter}
          onShowAll={() => change({ type: "", isRead: "", channel: "" })}
        />
      </div>
    </>
  );
}

function Entries({ filter, onShowAll }: { filter: HistoryFilter; onShowAll: () => void }) {
  const { markRead } = useReadMarks();
  const pages = useInfiniteQuery(notificationHistory(filter));
  const list = useRef<HTMLUListElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const entries = pages.data?.pages.flatMap((page) => page.body) ?? [];

  const choose = ({ id, isRead }: NotificationView) => {
    if (isRead) return;
    setHasFailed(false);
    markRead(id).then(
      () => pages.refetch(),
      () => setHasFailed(true),
    );
  };

  if (pages.isPending) return <HistorySkeleton />;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  if (entries.length === 0) return <NoEntries isFiltered={Object.values(filter).some(Boolean)} onShowAll={onShowAll} />;
  return (
    <>
      {hasFailed && (
        <Notice look="problem" role="alert" className="mb-4">
          We couldn’t mark this as read. Please try again.
        </Notice>
      )}
      <ul ref={list} aria-label="Notification history" className="rounded-card border border-line bg-surface p-2">
        {entries.map((entry) => (
          <li key={entry.id}>
            <NotificationRow notification={entry} onChoose={() => choose(entry)} />
            <Deliveries entry={entry} />
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} count={entries.length} list={list} problem="We couldn’t load more notifications." />
    </>
  );
}

/** Why the person got it, and what happened on other channels. */
function Deliveries({ entry: { why, deliveries } }: { entry: NotificationHistoryView }) {
  const texts = deliveries.flatMap((delivery) => deliveryText(delivery) ?? []);
  return (
    <div className="grid gap-1 pr-3 pb-3 pl-15 text-muted text-sm">
      {texts.length > 0 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p>{typeset(why)}</p>
    </div>
  );
}

type Delivery = NotificationHistoryView["deliveries"][number];

/** Null if there is nothing to show: most users use neither SMS nor push. */
function deliveryText({ channel, status, at, attempts, reason }: Delivery): string | null {
  const name = CHANNEL_LABELS[channel];
  switch (status) {
    case "sent":
      return `${name} sent ${formatMoment(at)}`;
    case "waiting":
      return `${name} goes out ${formatMoment(at)}`;
    case "sending":
      return attempts > 1 ? `${name}: trying again, attempt ${attempts}` : `${name} is on its way`;
    case "failed":
      return `${name} couldn’t be delivered after ${attempts} attempts`;
    case "canceled":
      return reason === "outdated"
        ? `No ${IN_SENTENCE[channel]}: it was no longer true`
        : `No ${IN_SENTENCE[channel]}: you had read it here`;
    default:
      break;
  }
  if (reason === "topic_off") return `No ${IN_SENTENCE[channel]}: you turned this topic off`;
  return channel === "email" && reason === "channel_off" ? "No email: you turned email off" : null;
}

const IN_SENTENCE: Record<Channel, string> = { email: "email", sms: "SMS", push: "push message" };

function NoEntries({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState
        picture={bell}
        title="No notifications yet"
        text="You'll see updates about your rentals and bookings here"
      />
    );
  }
  return (
    <EmptyState picture={bell} text="No notifications match these filters.">
      <Button look="outline" onClick={onShowAll}>
        Show all
      </Button>
    </EmptyState>
  );
}

function HistorySkeleton() {
  return (
    <SkeletonArea label="Loading notifications">
      <div className="grid gap-3">
        {["a", "b", "c", "d"].map((row) => (
          <SkeletonBar key={row} shape="control" className="h-20" />
        ))}
      </div>
    </SkeletonArea>
  );
}

export const TYPE_LABELS: Record<NotificationType, string> = {
  booking_request: "Booking requests",
  booking_approved: "Approved bookings",
  booking_declined: "Declined bookings",
  message: "Messages",
  payment: "Payments",
  system: "Your account",
  other: "Other",
};

const CHANNEL_LABELS: Record<Channel, string> = { email: "Email", sms: "SMS", push: "Push message" };

const READ_LABELS = { false: "Unread", true: "Read" } as const;

const keyIn = <Key extends string>(labels: Record<Key, string>, text: string | null): Key | null =>
  text !== null && Object.hasOwn(labels, text) ? (text as Key) : null;

/** The filter in the URL; unknown values are ignored. */
export const historyFilterIn = (search: URLSearchParams): HistoryFilter => ({
  type: keyIn(TYPE_LABELS, search.get("type")),
  isRead: keyIn(READ_LABELS, search.get("isRead")),
  channel: keyIn(CHANNEL_LABELS, search.get("channel")),
});
