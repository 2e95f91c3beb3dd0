import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import speechBalloon from "../../../../../../assets/web/speech-balloon.webp";
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
import { ConversationList, conversationPath } from "../components/conversation-list.tsx";
import { ThreadView } from "../components/thread-view.tsx";

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
