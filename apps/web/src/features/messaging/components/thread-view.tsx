import type { ConversationView } from "@nexby/contract/messaging/conversations";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { nameOf, subjectOf } from "../copy.ts";
import { useIsTyping, useThread } from "../use-thread.ts";
import { Composer } from "./composer.tsx";
import { ConversationMenu } from "./conversation-menu.tsx";
import { MessageList } from "./message-list.tsx";

type Props = {
  conversation: ConversationView;
  /** The booking's status and next step. */
  booking: ReactNode;
};

export function ThreadView({ conversation, booking }: Props) {
  const { thread, state } = useThread(conversation);
  const isTyping = useIsTyping(conversation.id);
  const isEmpty = state.messages.length === 0;

  return (
    <section
      aria-label={`Conversation with ${nameOf(conversation.other)}`}
      className="flex h-[calc(100dvh-13rem)] min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <ThreadHeader conversation={conversation} />
      {booking}
      {isEmpty && state.isLoading && <ThreadSkeleton />}
      {isEmpty && state.hasFailed && <ErrorCard onRetry={() => void thread.showLatest()} />}
      {!state.isLoading && !(isEmpty && state.hasFailed) && (
        <MessageList conversation={conversation} thread={thread} state={state} isTyping={isTyping} />
      )}
      <Composer conversation={conversation} thread={thread} />
    </section>
  );
}

function ThreadHeader({ conversation }: { conversation: ConversationView }) {
  const { other, item } = conversation;
  return (
    <header className="flex items-center gap-2 border-line border-b p-2 pr-3">
      <Link href="/messages" aria-label="All conversations" className={`${BUTTON_STYLE.sign} shrink-0 md:hidden`}>
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <Avatar key={other.profileImageUrl} person={other} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold">
          {nameOf(other)}
          {other.isOnline && <span className="ml-2 font-normal text-on-success-soft text-sm">Online</span>}
        </h2>
        <Link
          href={`/listings/${item.id}`}
          className="block truncate rounded-control text-muted text-sm underline-offset-4 hover:underline"
        >
          {subjectOf(conversation)}
        </Link>
      </div>
      <ConversationMenu conversation={conversation} />
    </header>
  );
}

function ThreadSkeleton() {
  return (
    <div className="flex-1 p-4">
      <SkeletonArea label="Loading messages">
        <div className="grid gap-3">
          <SkeletonBar shape="card" className="h-12 w-2/3" />
          <SkeletonBar shape="card" className="ml-auto h-12 w-1/2" />
        </div>
      </SkeletonArea>
    </div>
  );
}
