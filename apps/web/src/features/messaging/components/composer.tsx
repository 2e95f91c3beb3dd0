import type { ConversationView } from "@nexby/contract/messaging/conversations";
import { MAX_MESSAGE_LENGTH } from "@nexby/domain/messaging/conversations";
import { ImagePlus, SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { FileInput } from "../../../components/photo-upload/file-input.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { localMemory } from "../../../lib/browser/storage.ts";
import { threadCalls } from "../api.ts";
import { closingText, quickReplies, refusalText } from "../copy.ts";
import type { Thread } from "../thread.ts";

type Props = { conversation: ConversationView; thread: Thread };

const TYPING_MS = 3_000;
const draftKey = (id: string) => `nexby-draft-${id}`;

export function Composer({ conversation, thread }: Props) {
  const refusal = refusalText(conversation);
  if (refusal) {
    return (
      <div className="p-3">
        <Notice look="information">{refusal}</Notice>
      </div>
    );
  }
  return <WriteForm conversation={conversation} thread={thread} />;
}

/** What was typed survives a reload and a change of the conversation. */
function WriteForm({ conversation, thread }: Props) {
  const { id, other, areContactsShown } = conversation;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => localMemory.get(draftKey(id)) ?? "");
  const noteTyping = useTypingNote(id);

  const change = (value: string) => {
    setText(value);
    if (value === "") localMemory.remove(draftKey(id));
    else localMemory.set(draftKey(id), value);
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const content = text.trim();
    if (content !== "") {
      thread.send(content);
      change("");
    }
    field.current?.focus();
  };

  const sendWithEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  const choose = (reply: string) => {
    change(reply);
    field.current?.focus();
  };

  return (
    <form onSubmit={submit} className="grid gap-2 border-line border-t p-3">
      {text === "" && (
        <ul aria-label="Quick replies" className="no-scrollbar flex gap-2 overflow-x-auto p-1">
          {quickReplies(conversation).map((reply) => (
            <li key={reply} className="shrink-0">
              <button
                type="button"
                onClick={() => choose(reply)}
                className="min-h-11 rounded-full border border-line-strong px-4 hover:bg-subtle"
              >
                {reply}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
        {areContactsShown && (
          <FileInput
            look="sign"
            label="Send photos"
            isMultiple
            onFiles={(files) => {
              for (const file of files) thread.send("", file);
            }}
          >
            <ImagePlus size={22} strokeWidth={1.75} aria-hidden="true" />
          </FileInput>
        )}
        <textarea
          ref={field}
          aria-label={`Message to ${other.firstName}`}
          placeholder="Write a message"
          rows={1}
          maxLength={MAX_MESSAGE_LENGTH}
          value={text}
          onChange={(event) => {
            change(event.target.value);
            noteTyping();
          }}
          onKeyDown={sendWithEnter}
          className="field-sizing-content max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-line-strong bg-surface px-3 py-2.5"
        />
        <button
          type="submit"
          aria-label="Send"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-on-primary hover:bg-primary-hover"
        >
          <SendHorizontal size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <p className="text-pretty text-muted text-sm empty:hidden">
        {areContactsShown
          ? closingText(conversation)
          : "Until the booking is approved, we hide contact details and you can’t send photos."}
      </p>
    </form>
  );
}

/** At most once every three seconds. */
function useTypingNote(conversationId: string): () => void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (performance.now() - last.current < TYPING_MS) return;
    last.current = performance.now();
    // Nobody misses it if it fails.
    threadCalls(conversationId)
      .showTyping()
      .catch(() => undefined);
  };
}
