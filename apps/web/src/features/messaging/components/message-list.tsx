import type { ConversationView, MessageView } from "@nexby/contract/messaging/conversations";
import { Check, CheckCheck, Info, RotateCw, Trash2 } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Photo } from "../../../components/ui/photo.tsx";
import { formatDay } from "../../../lib/dates.ts";
import { hiddenNote, nameOf, sentState, sentText } from "../copy.ts";
import type { Outgoing, Thread, ThreadState } from "../thread.ts";

type Props = { conversation: ConversationView; thread: Thread; state: ThreadState; isTyping: boolean };

const NEAR_PX = 300;

/** Scrolls in itself. Only messages around the visible ones are on the page. */
export function MessageList({ conversation, thread, state, isTyping }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const { messages, outgoing, hasOlder, hasNewer } = state;
  const { isAtEnd } = useKeptPosition(area, state);
  const name = nameOf(conversation.other);
  const lastOwn = messages.findLast(({ sender }) => sender === "you");

  const scroll = () => {
    const element = area.current;
    if (!element) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    isAtEnd.current = below < NEAR_PX && !hasNewer;
    if (element.scrollTop < NEAR_PX && hasOlder) void thread.loadOlder();
    if (below < NEAR_PX && hasNewer) void thread.loadNewer();
  };

  return (
    <div
      ref={area}
      role="log"
      aria-label={`Messages with ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      onScroll={scroll}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 -outline-offset-2 [overflow-anchor:none]"
    >
      <ol className="grid grid-cols-1 gap-2">
        {messages.map((message, index) => (
          <li key={message.id} data-sequence={message.sequence}>
            <DayLine message={message} before={messages[index - 1]} />
            <Bubble message={message} conversation={conversation} isLastOwn={message === lastOwn} />
          </li>
        ))}
        {!hasNewer &&
          outgoing.map((message) => (
            <li key={message.id}>
              <OutgoingBubble message={message} thread={thread} />
            </li>
          ))}
      </ol>
      <p aria-live="polite" className="min-h-6 pt-1 text-muted text-sm">
        {isTyping && `${conversation.other.firstName} is typing…`}
      </p>
    </div>
  );
}

/**
 * Stays at the end when a message arrives there, and otherwise keeps what is on screen in its place when messages are
 * added or removed above it.
 */
function useKeptPosition(area: RefObject<HTMLDivElement | null>, { messages, outgoing }: ThreadState) {
  const isAtEnd = useRef(true);
  const places = useRef<[sequence: number, top: number][]>([]);
  const ownCount = useRef(0);

  useEffect(() => {
    // Scroll to the message the user just sent.
    if (outgoing.length > ownCount.current) area.current?.scrollTo({ top: area.current.scrollHeight });
    ownCount.current = outgoing.length;
  }, [area, outgoing]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the messages on the page have changed
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const topOf = (sequence: number) =>
      element.querySelector<HTMLElement>(`[data-sequence="${sequence}"]`)?.offsetTop ?? null;
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    else {
      const moved = places.current.flatMap(([sequence, before]) => {
        const now = topOf(sequence);
        return now === null ? [] : [now - before];
      });
      element.scrollTop += moved[0] ?? 0;
    }
    const edges = [messages[0], messages.at(-1)].flatMap((message) => (message ? [message.sequence] : []));
    places.current = edges.flatMap((sequence): [number, number][] => {
      const top = topOf(sequence);
      return top === null ? [] : [[sequence, top]];
    });
  }, [messages, outgoing]);

  useEffect(() => {
    const element = area.current;
    if (!element?.firstElementChild) return;
    // The keyboard of a phone makes the list shorter, and a photo that has loaded may make it longer.
    const sizes = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    sizes.observe(element);
    sizes.observe(element.firstElementChild);
    return () => sizes.disconnect();
  }, [area]);

  return { isAtEnd };
}

function DayLine({ message, before }: { message: MessageView; before: MessageView | undefined }) {
  const day = formatDay(message.createdAt);
  if (before && formatDay(before.createdAt) === day) return null;
  return <p className="py-2 text-center text-muted text-sm">{day}</p>;
}

const TIME = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const BUBBLE = "w-fit max-w-sm rounded-card whitespace-pre-line break-words";
const OWN = `${BUBBLE} ml-auto bg-primary-soft text-on-primary-soft`;

type BubbleProps = { message: MessageView; conversation: ConversationView; isLastOwn: boolean };

function Bubble({ message, conversation, isLastOwn }: BubbleProps) {
  const { type, sender, content, hidden, photo, createdAt } = message;
  if (type === "system") return <BookingUpdate content={content} createdAt={createdAt} />;
  const isOwn = sender === "you";
  const name = isOwn ? "You" : conversation.other.firstName;
  return (
    <div className={isOwn ? "text-right" : ""}>
      <div className={`${isOwn ? OWN : `${BUBBLE} bg-subtle`} ${photo ? "p-1" : "px-4 py-2"} text-left`}>
        <span className="sr-only">{`${name}: `}</span>
        {photo ? (
          <Photo
            src={photo.url}
            alt={`Photo from ${isOwn ? "you" : name}`}
            width={photo.width}
            height={photo.height}
            placeholder={photo.placeholder}
            errorLabel="This photo can’t be shown"
            className="h-auto max-h-80 w-auto max-w-full rounded-control"
          />
        ) : (
          content
        )}
      </div>
      {hidden.length > 0 && (
        <p className="mt-1 text-pretty text-muted text-sm">{hiddenNote(message, conversation.other.firstName)}</p>
      )}
      <p className={`mt-0.5 flex items-center gap-1 text-muted text-xs ${isOwn ? "justify-end" : ""}`}>
        {TIME.format(new Date(createdAt))}
        {isLastOwn && <SentMark message={message} conversation={conversation} />}
      </p>
    </div>
  );
}

function SentMark({ message, conversation }: Pick<BubbleProps, "message" | "conversation">) {
  const state = sentState(message, conversation);
  const Icon = state === "Sent" ? Check : CheckCheck;
  return (
    <>
      <Icon size={14} aria-hidden="true" />
      <span>{sentText(message, conversation)}</span>
    </>
  );
}

/** Nobody wrote this, so it never looks like a person's words. */
function BookingUpdate({ content, createdAt }: { content: string; createdAt: string }) {
  return (
    <div className="mx-auto flex w-fit max-w-full items-start gap-2 rounded-control border border-line px-3 py-2 text-muted text-sm">
      <Info size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <p className="min-w-0 text-pretty break-words">
        <strong className="text-ink">Booking update</strong> · {content} {TIME.format(new Date(createdAt))}
      </p>
    </div>
  );
}

function OutgoingBubble({ message, thread }: { message: Outgoing; thread: Thread }) {
  const { id, content, photo, state, problem } = message;
  return (
    <div className="text-right">
      <div className={`${OWN} px-4 py-2 text-left`}>{photo ? `Photo: ${photo.name}` : content}</div>
      {state === "sending" && <p className="mt-0.5 text-muted text-xs">Sending…</p>}
      {state === "failed" && (
        <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-2">
          <p className="text-danger text-sm">{problem ?? "Not sent yet. We’ll try again when you’re back online."}</p>
          <Button look="outline" onClick={() => thread.retry(id)}>
            <RotateCw size={16} aria-hidden="true" />
            Try again
          </Button>
          <Button look="outline" onClick={() => thread.discard(id)}>
            <Trash2 size={16} aria-hidden="true" />
            Delete
          </Button>
        </div>
      )}
    </div>
  );
}
