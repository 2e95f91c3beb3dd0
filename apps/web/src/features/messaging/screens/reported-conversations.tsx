import {
  decideOnConversation as decisionContract,
  type ReportedConversationView,
  type ReportedMessageView,
} from "@nexby/contract/admin/tasks";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { DecisionButton, type DecisionTexts } from "../../../components/forms/decision-button.tsx";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { Button, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Photo } from "../../../components/ui/photo.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { formatDay } from "../../../lib/dates.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { decideOnConversation, listStoppedConversations, readReportedConversation } from "../api.ts";
import { REPORT_REASONS } from "../copy.ts";

type Person = ReportedConversationView["renter"];
const nameOf = ({ firstName, lastName }: Person) => [firstName, lastName].filter(Boolean).join(" ") || "Unnamed member";

/** For admins: conversations in which nobody can write, last stopped first. */
export function StoppedConversations() {
  const client = useQueryClient();
  const pages = useInfiniteQuery(listStoppedConversations());
  const area = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const conversations = pages.data?.pages.flatMap((page) => page.body) ?? [];

  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: listStoppedConversations().queryKey });
    setMessage(text);
  };

  return (
    <section ref={area} tabIndex={-1} aria-label="Stopped conversations" className="outline-none">
      <h2 className="display-type text-xl">Stopped conversations</h2>
      <SavedStatus text={message} className="pt-2" />
      {pages.isPending && (
        <SkeletonArea label="Loading conversations">
          <SkeletonBar shape="card" className="mt-2 h-40" />
        </SkeletonArea>
      )}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && conversations.length === 0 && <p className="mt-2 text-muted">No conversations are stopped.</p>}
      <ul ref={list} className="empty:hidden">
        {conversations.map((conversation) => (
          <li key={conversation.id} className="grid grid-cols-1 gap-3 border-line border-b py-5 last:border-b-0">
            <p className="font-semibold">{conversation.item.title}</p>
            <ReportedConversation conversation={conversation} onDone={done} onGone={() => area.current?.focus()} />
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} count={conversations.length} list={list} problem="We couldn’t load more conversations." />
    </section>
  );
}

type Props = {
  conversation: ReportedConversationView;
  onDone: (message: string) => Promise<void>;
  onGone: () => void;
};

/** The report, its messages on demand, and the decisions. */
export function ReportedConversation({ conversation, onDone, onGone }: Props) {
  const { id, item, renter, owner, reports, stoppedAt, bookingId, allowedActions } = conversation;
  const people = { renter, owner };
  const [messages, setMessages] = useState<readonly ReportedMessageView[] | null>(null);
  const reading = useMutationAction(async (key) => setMessages(await readReportedConversation(id)(key)));
  const decisions = (["stop", "allow"] as const).filter((decision) => allowedActions.includes(decision));

  return (
    <>
      <div className="min-w-0">
        <p>
          <Profile person={renter} /> and <Profile person={owner} />
          {stoppedAt && <span className="text-muted">. Stopped {formatDay(stoppedAt)}</span>}
        </p>
        {reports.map(({ by, reason, notes, createdAt }) => (
          <p key={`${by}${createdAt}`} className="whitespace-pre-line text-pretty break-words text-muted">
            {nameOf(people[by])} reported it on {formatDay(createdAt)}: {REPORT_REASONS[reason]}
            {notes && `. “${notes}”`}
          </p>
        ))}
      </div>
      {messages && <Messages messages={messages} people={people} />}
      {reading.problem && (
        <Notice look="problem" role="alert">
          {reading.problem}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {allowedActions.length === 0 && (
          <p className="text-muted text-sm">This is your own conversation. Another admin has to decide.</p>
        )}
        {allowedActions.includes("read") && !messages && (
          <Button
            look="outline"
            isBusy={reading.isBusy}
            busyText="Opening..."
            aria-label={`Read messages: ${item.title}`}
            onClick={() => void reading.run()}
          >
            Read messages
          </Button>
        )}
        {decisions.map((decision) => (
          <DecisionButton
            key={decision}
            texts={DECISIONS[decision]}
            subject={item.title}
            schema={schema}
            send={(key, reason) => decideOnConversation(id)(key, { decision, reason })}
            onDone={onDone}
            onGone={onGone}
          />
        ))}
        {bookingId && (
          <Link href={`/my-bookings/${bookingId}`} className={`${TEXT_LINK_STYLE} ml-auto`}>
            See the booking
          </Link>
        )}
      </div>
    </>
  );
}

function Profile({ person }: { person: Person }) {
  return (
    <>
      <Link href={`/users/${person.id}`} className="underline underline-offset-4">
        {nameOf(person)}
      </Link>
      {person.isSuspended && " (suspended)"}
    </>
  );
}

type MessagesProps = { messages: readonly ReportedMessageView[]; people: Record<"renter" | "owner", Person> };

function Messages({ messages, people }: MessagesProps) {
  return (
    <ol
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      className="grid max-h-96 grid-cols-1 gap-2 overflow-y-auto rounded-card bg-subtle p-4"
    >
      {messages.map(({ id, by, content, photo, createdAt }) => (
        <li key={id} className="whitespace-pre-line text-pretty break-words">
          <span className="font-semibold">{by ? nameOf(people[by]) : "Booking update"}</span>{" "}
          <span className="text-muted text-sm">{formatDay(createdAt)}</span>
          <br />
          {photo ? (
            <Photo
              src={photo.url}
              alt={by ? `Photo from ${nameOf(people[by])}` : ""}
              width={photo.width}
              height={photo.height}
              errorLabel="This photo can’t be shown"
              className="h-auto max-h-64 w-auto max-w-full rounded-control"
            />
          ) : (
            content
          )}
        </li>
      ))}
    </ol>
  );
}

const DECISIONS: Record<"stop" | "allow", DecisionTexts> = {
  stop: {
    label: "Stop conversation",
    title: "Stop this conversation?",
    text: "Neither person can write in it until our team allows it again. We tell the reporter.",
    busy: "Stopping...",
    done: "Conversation stopped",
    look: "danger",
  },
  allow: {
    label: "Allow conversation",
    title: "Allow this conversation?",
    text: "The reports are closed, and both people can write. We tell the reporter.",
    busy: "Saving...",
    done: "Conversation allowed",
    look: "primary",
  },
};

const schema = decisionContract.body.pick({ reason: true });
