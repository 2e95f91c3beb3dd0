import type { HelpMessageView } from "@nexby/contract/content/support";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "wouter";
import ringBuoy from "../../../../../assets/web/ring-buoy.webp";
import { HELP_PRIORITY_LABELS, HELP_STATUS_LABELS } from "../../components/product/help-labels.ts";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../components/ui/loading.tsx";
import { ErrorCard } from "../../components/ui/message-card.tsx";
import { EmptyState } from "../../components/ui/notice.tsx";
import { Badge } from "../../components/ui/section.tsx";
import { ShowMore } from "../../components/ui/show-more.tsx";
import { formatMoment, timeAgo } from "../../lib/dates.ts";
import { productNow } from "../../lib/server-time.ts";
import { listHelpMessages } from "./api.ts";

export function HelpMessages() {
  const pages = useInfiniteQuery(listHelpMessages());
  const list = useRef<HTMLUListElement>(null);
  const messages = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) return <HelpMessagesSkeleton />;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  if (messages.length === 0) {
    return (
      <EmptyState
        picture={ringBuoy}
        title="No messages yet"
        text="Your messages to support and their status appear here."
      >
        <Link href="/help-center" className={BUTTON_STYLE.primary}>
          Go to Help Center
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <ul ref={list} aria-label="Messages to support" className="grid gap-4">
        {messages.map((message) => (
          <HelpMessage key={message.id} message={message} />
        ))}
      </ul>
      <ShowMore pages={pages} count={messages.length} list={list} problem="We couldn’t load more messages." />
    </>
  );
}

function HelpMessage({ message }: { message: HelpMessageView }) {
  const status = HELP_STATUS_LABELS[message.status];
  const priority = HELP_PRIORITY_LABELS[message.priority];
  return (
    <li className="rounded-card border border-line bg-surface p-5 md:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 className="min-w-0 break-words font-semibold text-lg">{message.subject}</h2>
        <div className="flex flex-wrap gap-2">
          <Badge look={status.look}>{status.label}</Badge>
          <Badge look={priority.look}>{priority.label}</Badge>
        </div>
      </div>
      <p className="mt-1 text-muted text-sm">
        <time dateTime={message.createdAt} title={formatMoment(message.createdAt)}>
          {timeAgo(message.createdAt, productNow())}
        </time>
      </p>
      <p className="mt-3 max-w-prose whitespace-pre-line break-words">{message.message}</p>
    </li>
  );
}

function HelpMessagesSkeleton() {
  return (
    <SkeletonArea label="Loading messages">
      <div className="grid gap-4">
        <SkeletonBar shape="card" className="h-36" />
        <SkeletonBar shape="card" className="h-36" />
      </div>
    </SkeletonArea>
  );
}
