import type { ConversationView } from "@nexby/contract/messaging/conversations";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "wouter";
import speechBalloon from "../../../../../../assets/web/speech-balloon.webp";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { Switch } from "../../../components/ui/choices.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState, Notice } from "../../../components/ui/notice.tsx";
import { ApiError } from "../../../lib/api/errors.ts";
import { useIntent } from "../../../lib/browser/intents.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import {
  contactOwner,
  getBookingConversation,
  getConversation,
  getMessageSettings,
  updateMessageSettings,
} from "../api.ts";
import { Composer } from "../components/composer.tsx";
import { ConversationList, conversationPath } from "../components/conversation-list.tsx";
import { ConversationMenu } from "../components/conversation-menu.tsx";
import { MessageList } from "../components/message-list.tsx";
import { nameOf, subjectOf } from "../copy.ts";
import { useIsTyping, useThread } from "../use-thread.ts";

type Props = {
  /** From the address: a conversation, or what it is about. */
  conversationId: string | null;
  bookingId: string | null;
  itemId: string | null;
  booking: (bookingId: string) => ReactNode;
};

/** The list and one conversation, side by side where there's space. */
export function Messages({ conversationId, bookingId, itemId, booking }: Props) {
  const isOpen = conversationId !== null || bookingId !== null || itemId !== null;
  return (
    <div className="grid grid-cols-1 gap-5 md:grid-cols-[20rem_minmax(0,1fr)]">
      <div className={`grid min-w-0 content-start gap-6 ${isOpen ? "max-md:hidden" : ""}`}>
        <ConversationList selected={conversationId} />
        <OnlineSetting />
      </div>
      <div className={`min-w-0 ${isOpen ? "" : "max-md:hidden"}`}>
        {conversationId !== null && (
          <OneConversation key={conversationId} conversationId={conversationId} booking={booking} />
        )}
        {conversationId === null && bookingId !== null && <OfBooking bookingId={bookingId} />}
        {conversationId === null && bookingId === null && itemId !== null && <AboutItem itemId={itemId} />}
        {!isOpen && (
          <EmptyState
            picture={speechBalloon}
            title="Your messages"
            text="Choose a conversation, or message an owner from their listing."
          />
        )}
      </div>
    </div>
  );
}

function OneConversation({ conversationId, booking }: { conversationId: string; booking: Props["booking"] }) {
  const { data: conversation, error, refetch } = useQuery(getConversation(conversationId));
  if (conversation) {
    // Masked words become readable with the approval, so the thread starts over then.
    const key = String(conversation.areContactsShown);
    const header = conversation.booking && booking(conversation.booking.id);
    return <ThreadView key={key} conversation={conversation} booking={header} />;
  }
  return error ? <Missing error={error} onRetry={() => void refetch()} /> : <Loading />;
}

type ThreadViewProps = {
  conversation: ConversationView;
  /** The booking's status and next step. */
  booking: ReactNode;
};

function ThreadView({ conversation, booking }: ThreadViewProps) {
  const { thread, state } = useThread(conversation);
  const isTyping = useIsTyping(conversation.id);
  const isEmpty = state.messages.length === 0;

  return (
    <section
      aria-label={`Conversation with ${nameOf(conversation.other)}`}
      className="flex min-w-0 flex-col overflow-hidden border-line bg-surface max-md:fixed max-md:inset-x-0 max-md:top-16 max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-md:z-10 md:h-[calc(100dvh-17rem)] md:min-h-96 md:rounded-card md:border"
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

/** Goes on at the conversation's own address. */
function useForward(conversationId: string | undefined): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (conversationId !== undefined) navigate(conversationPath(conversationId), { replace: true });
  }, [conversationId, navigate]);
}

function OfBooking({ bookingId }: { bookingId: string }) {
  const { data, error, refetch } = useQuery(getBookingConversation(bookingId));
  useForward(data?.id);
  return error ? <Missing error={error} onRetry={() => void refetch()} /> : <Loading />;
}

function AboutItem({ itemId }: { itemId: string }) {
  const contact = useIntent(contactOwner);
  const { data, error, refetch } = useQuery({
    // Not a path: it is started, not read.
    queryKey: ["#contact-owner", itemId],
    queryFn: () => contact(itemId),
    retry: false,
    gcTime: 0,
  });
  useForward(data?.id);
  return error ? <Missing error={error} onRetry={() => void refetch()} /> : <Loading />;
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof ApiError && error.isDecided)) return <ErrorCard onRetry={onRetry} />;
  const text = error.status === 404 ? "This conversation isn’t available." : error.message;
  return <EmptyState picture={speechBalloon} title="No conversation" text={text} />;
}

function Loading() {
  return (
    <SkeletonArea label="Loading conversation">
      <SkeletonBar shape="card" className="h-72" />
    </SkeletonArea>
  );
}

function OnlineSetting() {
  const client = useQueryClient();
  const { queryKey } = getMessageSettings();
  const { data: settings } = useQuery(getMessageSettings());
  const action = useMutationAction(async (key, showsOnline: boolean) => {
    client.setQueryData(queryKey, await updateMessageSettings(key, showsOnline));
  });
  if (!settings) return null;
  return (
    <div className="border-line border-t pt-3">
      <Switch
        label="Show when I’m online"
        hint="People you write with see when you’re online and typing."
        isOn={settings.showsOnline}
        onChange={(isOn) => void action.run(isOn)}
      />
      {action.problem && (
        <Notice look="problem" role="alert" className="mt-2">
          {action.problem}
        </Notice>
      )}
    </div>
  );
}
