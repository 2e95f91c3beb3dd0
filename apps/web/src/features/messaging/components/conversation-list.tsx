import type { ConversationView } from "@nexby/contract/messaging/conversations";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useRef, useState } from "react";
import { Link } from "wouter";
import speechBalloon from "../../../../../../assets/web/speech-balloon.webp";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState } from "../../../components/ui/notice.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { timeAgo } from "../../../lib/dates.ts";
import { productNow } from "../../../lib/server-time.ts";
import { type Folder, listConversations } from "../api.ts";
import { nameOf, previewOf, subjectOf } from "../copy.ts";

export const conversationPath = (id: string): string => `/messages?conversation=${id}`;

type Props = { selected: string | null };

export function ConversationList({ selected }: Props) {
  const [folder, setFolder] = useState<Folder>("inbox");
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const pages = useInfiniteQuery(listConversations(folder, search));
  const list = useRef<HTMLUListElement>(null);
  const conversations = pages.data?.pages.flatMap(({ body }) => body);

  return (
    <section aria-label="Conversations" className="grid min-w-0 grid-cols-1 content-start gap-3">
      <label className="flex h-11 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
        <Search size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
        <input
          type="search"
          aria-label="Search messages"
          placeholder="Search messages"
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
          className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
        />
      </label>
      <div className="flex gap-2">
        <FolderButton name="Inbox" isOn={folder === "inbox"} onSelect={() => setFolder("inbox")} />
        <FolderButton name="Archived" isOn={folder === "archived"} onSelect={() => setFolder("archived")} />
      </div>
      {conversations && conversations.length > 0 && (
        <ul ref={list} className="grid grid-cols-1 gap-1">
          {conversations.map((conversation) => (
            <Entry key={conversation.id} conversation={conversation} isSelected={conversation.id === selected} />
          ))}
        </ul>
      )}
      {conversations?.length === 0 && <Nothing folder={folder} search={search} />}
      {!conversations && pages.isError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {!conversations && !pages.isError && <ListSkeleton />}
      <ShowMore
        pages={pages}
        count={conversations?.length ?? 0}
        list={list}
        problem="We couldn’t load more conversations. Please try again."
      />
    </section>
  );
}

function Nothing({ folder, search }: { folder: Folder; search: string }) {
  if (search !== "") return <p className="py-6 text-center text-muted">Nothing found for “{search}”.</p>;
  if (folder === "inbox") return <EmptyInbox />;
  return (
    <EmptyState
      picture={speechBalloon}
      title="No archived conversations"
      text="Archive a conversation to move it out of your inbox. It comes back with the next message."
    />
  );
}

function EmptyInbox() {
  const archived = useInfiniteQuery(listConversations("archived", ""));
  if (!archived.data && !archived.isError) return <ListSkeleton />;
  const hasArchived = Boolean(archived.data?.pages[0]?.body.length);
  return (
    <EmptyState
      picture={speechBalloon}
      title={hasArchived ? "Your inbox is empty" : "No messages yet"}
      text={`${hasArchived ? "Your conversations are archived. " : ""}To ask about an item, open its listing and message the owner.`}
    >
      <Link href="/browse" className={BUTTON_STYLE.primary}>
        Browse items
      </Link>
    </EmptyState>
  );
}

function FolderButton({ name, isOn, onSelect }: { name: string; isOn: boolean; onSelect: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onSelect}
      className="min-h-11 rounded-full border border-line-strong px-4 font-semibold aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-on-primary-soft"
    >
      {name}
    </button>
  );
}

function Entry({ conversation, isSelected }: { conversation: ConversationView; isSelected: boolean }) {
  const { id, other, unreadCount, lastMessage } = conversation;
  return (
    <li>
      <Link
        href={conversationPath(id)}
        aria-current={isSelected ? "page" : undefined}
        className="flex min-w-0 gap-3 rounded-card p-3 hover:bg-subtle aria-[current=page]:bg-subtle"
      >
        <Avatar key={other.profileImageUrl} person={other} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="truncate font-semibold">{nameOf(other)}</span>
            {lastMessage && (
              <span className="shrink-0 text-muted text-xs">{timeAgo(lastMessage.createdAt, productNow())}</span>
            )}
          </span>
          <span className="block truncate text-muted text-sm">{subjectOf(conversation)}</span>
          <span className="flex items-center justify-between gap-3">
            <span className={`truncate ${unreadCount > 0 ? "font-semibold" : "text-muted"}`}>
              {previewOf(conversation)}
            </span>
            {unreadCount > 0 && (
              <span className="grid h-6 min-w-6 shrink-0 place-items-center rounded-full bg-danger px-1.5 font-bold text-on-danger text-xs tabular-nums">
                <span aria-hidden="true">{unreadCount}</span>
                <span className="sr-only">{countOf(unreadCount, "unread message")}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

function ListSkeleton() {
  return (
    <SkeletonArea label="Loading conversations">
      <div className="grid gap-3">
        {[1, 2, 3].map((row) => (
          <SkeletonBar key={row} shape="card" className="h-20" />
        ))}
      </div>
    </SkeletonArea>
  );
}
