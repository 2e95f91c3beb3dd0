import type { ConversationView } from "@nexby/contract/messaging/conversations";
import { useEffect, useState, useSyncExternalStore } from "react";
import { newId } from "../../lib/api/upload-file.ts";
import { localMemory } from "../../lib/browser/storage.ts";
import { followMessages } from "../../lib/live-messages.ts";
import { realNow } from "../../lib/server-time.ts";
import { threadCalls } from "./api.ts";
import { Thread, type ThreadState } from "./thread.ts";

const RETRY_MS = 5_000;

/** The thread of one conversation. Render with the conversation's id as key. */
export function useThread(conversation: ConversationView): { thread: Thread; state: ThreadState } {
  const { id, readSequence } = conversation;
  const [thread] = useState(
    () => new Thread({ calls: threadCalls(id), memory: localMemory, newId, conversationId: id }),
  );
  const state = useSyncExternalStore(thread.subscribe, thread.current);
  useEffect(() => void thread.start(), [thread]);

  useEffect(() => {
    const reconnect = () => {
      void thread.catchUp();
      thread.retryAll();
    };
    addEventListener("online", reconnect);
    const unfollow = followMessages((event) => {
      if (event.type === "gap") reconnect();
      else if (event.type === "message_created" && event.conversationId === id) void thread.catchUp();
    });
    return () => {
      removeEventListener("online", reconnect);
      unfollow();
    };
  }, [thread, id]);

  // A server that restarts doesn't make the browser say that it is back online.
  const isBroken = state.hasFailed || state.outgoing.some((message) => message.state === "failed" && !message.problem);
  useEffect(() => {
    if (!isBroken) return;
    const timer = setInterval(() => {
      void thread.catchUp();
      thread.retryAll();
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [thread, isBroken]);

  useReadMarks(id, readSequence, state);
  return { thread, state };
}

/** Marks what is on screen as read, while the page is visible. */
function useReadMarks(conversationId: string, readSequence: number, { messages, hasNewer }: ThreadState): void {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === "visible");
  const last = messages.findLast(({ sender }) => sender === "other")?.sequence ?? 0;
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  useEffect(() => {
    if (!isVisible || hasNewer || last <= readSequence) return;
    // If it fails, the next message marks this one too.
    threadCalls(conversationId)
      .markRead(last)
      .catch(() => undefined);
  }, [conversationId, isVisible, hasNewer, last, readSequence]);
}

/** True while the other person is typing. */
export function useIsTyping(conversationId: string): boolean {
  const [until, setUntil] = useState(0);
  useEffect(
    () =>
      followMessages((event) => {
        if (event.type === "gap" || event.conversationId !== conversationId) return;
        if (event.type === "typing") setUntil(Date.parse(event.until));
        else if (event.type === "message_created") setUntil(0);
      }),
    [conversationId],
  );
  useEffect(() => {
    const left = until - realNow();
    if (left <= 0) return;
    const timer = setTimeout(() => setUntil(0), left);
    return () => clearTimeout(timer);
  }, [until]);
  return until > realNow();
}
