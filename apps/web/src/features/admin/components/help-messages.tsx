import { type ReceivedHelpMessageView, updateHelpMessage as updateContract } from "@nexby/contract/content/support";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { SelectField } from "../../../components/forms/choice-fields.tsx";
import { Form, SavedStatus, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { HELP_PRIORITY_LABELS, HELP_STATUS_LABELS } from "../../../components/product/help-labels.ts";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { isForAdmins, listReceivedHelpMessages, updateHelpMessage } from "../api.ts";

/** Messages that were answered by email. The sender sees the status and the priority at /my-support. */
export function AnsweredMessages() {
  const client = useQueryClient();
  const pages = useInfiniteQuery(listReceivedHelpMessages("done"));
  const area = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const messages = pages.data?.pages.flatMap((page) => page.body) ?? [];

  const done = async (text: string) => {
    await client.invalidateQueries({ predicate: isForAdmins });
    setSaved(text);
  };

  return (
    <section ref={area} tabIndex={-1} aria-label="Answered messages" className="outline-none">
      <h2 className="display-type text-xl">Answered messages</h2>
      <SavedStatus text={saved} className="pt-2" />
      {pages.isPending && (
        <SkeletonArea label="Loading messages">
          <SkeletonBar shape="card" className="mt-2 h-40" />
        </SkeletonArea>
      )}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && messages.length === 0 && <p className="mt-2 text-muted">No messages were answered yet.</p>}
      <ul ref={list} className="mt-2 empty:hidden">
        {messages.map((message) => (
          <li key={message.id} className="grid grid-cols-1 gap-3 border-line border-b py-5 last:border-b-0">
            <h3 className="min-w-0 break-words font-semibold text-lg">{message.subject}</h3>
            <HelpMessage message={message} onDone={done} onGone={() => area.current?.focus()} />
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} count={messages.length} list={list} problem="We couldn’t load more messages." />
    </section>
  );
}

type Done = { onDone: (message: string) => Promise<void>; onGone: () => void };

type Props = Done & { message: ReceivedHelpMessageView };

/** A message without its subject, which is the heading of where it is shown. */
export function HelpMessage({ message, ...actions }: Props) {
  const { name, email, message: text, adminNotes, createdAt } = message;
  const [status, priority] = [HELP_STATUS_LABELS[message.status], HELP_PRIORITY_LABELS[message.priority]];
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Badge look={status.look}>{status.label}</Badge>
        <Badge look={priority.look}>{priority.label}</Badge>
      </div>
      <p className="break-words text-sm">
        {name} ·{" "}
        <a href={`mailto:${email}`} className={TEXT_LINK_STYLE}>
          {email}
        </a>
        <span className="text-muted"> · {formatMoment(createdAt)}</span>
      </p>
      <p className="max-w-prose whitespace-pre-line break-words">{text}</p>
      {adminNotes && (
        <figure className="rounded-control bg-subtle px-4 py-3 text-sm">
          <figcaption className="text-muted">Notes for admins</figcaption>
          <p className="whitespace-pre-line break-words">{adminNotes}</p>
        </figure>
      )}
      <div>
        <UpdateButton message={message} {...actions} />
      </div>
    </>
  );
}

const optionsOf = (labels: Record<string, { label: string }>) =>
  Object.entries(labels).map(([value, { label }]) => ({ value, label }));
const STATUSES = optionsOf(HELP_STATUS_LABELS);
const PRIORITIES = optionsOf(HELP_PRIORITY_LABELS);

function UpdateButton({ message, onDone, onGone }: Props) {
  const { id, subject, status, priority, adminNotes } = message;
  const submit = useIntent((key, body: Parameters<ReturnType<typeof updateHelpMessage>>[1]) =>
    updateHelpMessage(id)(key, body),
  );
  return (
    <DialogButton
      label="Update"
      name={`Update: ${subject}`}
      title="Update this message"
      text={`${message.name} sees the status and the priority, not the notes.`}
      onOpenerGone={onGone}
    >
      {(close) => (
        <Form
          schema={updateContract.body}
          defaultValues={{ status, priority, adminNotes: adminNotes ?? "" }}
          className="mt-5 grid grid-cols-1 gap-5"
          onSubmit={async (body) => {
            await submit(body);
            await onDone(`“${subject}” is updated`);
            close();
          }}
        >
          <SelectField name="status" label="Status" options={STATUSES} />
          <SelectField name="priority" label="Priority" options={PRIORITIES} />
          <TextAreaField name="adminNotes" label="Notes (optional)" hint="Only admins can see this" />
          <DialogButtons>
            <SubmitButton busyText="Saving...">Save</SubmitButton>
          </DialogButtons>
        </Form>
      )}
    </DialogButton>
  );
}
