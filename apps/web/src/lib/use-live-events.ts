import { useEffect, useRef, useSyncExternalStore } from "react";
import { type EventHandlers, followEvents, type Topic } from "./live-events.ts";

/**
 * Follows one topic while the component is shown; null is one's own news only, which come along with every topic.
 * Handlers may change without a new connection. A window nobody sees gives its connection back, because browsers allow
 * only a few to one site; what it missed in the meantime is a gap like any other.
 */
export function useLiveEvents(topic: Topic | null, handlers: EventHandlers, onGap: () => void): void {
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible, () => false);
  const latest = useRef({ handlers, onGap });
  useEffect(() => {
    latest.current = { handlers, onGap };
  });
  const types = Object.keys(handlers).join(" ");
  useEffect(() => {
    if (!isVisible) return;
    const stable = types.split(" ").map((type) => [type, (data: unknown) => latest.current.handlers[type]?.(data)]);
    return followEvents({
      topics: topic ? [topic] : [],
      handlers: Object.fromEntries(stable),
      onGap: () => latest.current.onGap(),
    });
  }, [topic, types, isVisible]);
}

const isPageVisible = (): boolean => document.visibilityState === "visible";

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}
