import { type RefObject, useEffect, useRef, useState } from "react";

type Keys = { field: RefObject<HTMLInputElement | null>; entries: readonly string[] };
type Acts = {
  onSearch: (text: string) => void;
  /** Null where Escape is for what is around it. */
  onEscape: (() => void) | null;
};

/** Arrow keys choose among the entries while the focus stays in the field; Enter takes the chosen one. */
export function useListKeys({ field, entries }: Keys, acts: Acts): number | null {
  const [active, setActive] = useState<{ place: number; among: string } | null>(null);
  const among = entries.join("\n");
  // Other entries, another choice.
  const place = active?.among === among ? active.place : null;

  const latest = useRef({ entries, among, place, acts });
  useEffect(() => {
    latest.current = { entries, among, place, acts };
  });

  useEffect(() => {
    const input = field.current;
    const onKey = (event: KeyboardEvent) => {
      const now = latest.current;
      if (event.isComposing) return;
      if (event.key === "Escape" && now.acts.onEscape) {
        event.preventDefault();
        now.acts.onEscape();
      }
      if (event.key === "Enter" && now.place !== null) {
        event.preventDefault();
        now.acts.onSearch(now.entries[now.place] ?? "");
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || now.entries.length === 0) return;
      event.preventDefault();
      const from = now.place ?? (step === 1 ? -1 : 0);
      setActive({ place: (from + step + now.entries.length) % now.entries.length, among: now.among });
    };
    input?.addEventListener("keydown", onKey);
    return () => input?.removeEventListener("keydown", onKey);
  }, [field]);

  return place;
}
