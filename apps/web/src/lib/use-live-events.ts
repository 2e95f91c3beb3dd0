import { useEffect, useRef } from "react";
import { type EventHandlers, followEvents, type Topic } from "./live-events.ts";

/** Follows one topic while the component is shown. Handlers may change without a new connection. */
export function useLiveEvents(topic: Topic, handlers: EventHandlers, onGap: () => void): void {
  const latest = useRef({ handlers, onGap });
  useEffect(() => {
    latest.current = { handlers, onGap };
  });
  const types = Object.keys(handlers).join(" ");
  useEffect(() => {
    const stable = types.split(" ").map((type) => [type, (data: unknown) => latest.current.handlers[type]?.(data)]);
    return followEvents({
      topics: [topic],
      handlers: Object.fromEntries(stable),
      onGap: () => latest.current.onGap(),
    });
  }, [topic, types]);
}
