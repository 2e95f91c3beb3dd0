import { useDeferredValue, useMemo } from "react";
import { type DiffLine, lineDiff } from "../line-diff.ts";

const LOOKS: Record<DiffLine["kind"], { sign: string; word: string; colors: string }> = {
  same: { sign: " ", word: "", colors: "text-muted" },
  removed: { sign: "−", word: "Removed: ", colors: "bg-danger-soft text-on-danger-soft" },
  added: { sign: "+", word: "Added: ", colors: "bg-success-soft text-on-success-soft" },
};

/** Line by line against the text in force. */
export function TextChanges({ before, after }: { before: string; after: string }) {
  const latest = useDeferredValue(after);
  const diff = useMemo(() => lineDiff(before, latest.trim()), [before, latest]);
  if (diff.every(({ kind }) => kind === "same")) {
    return <p className="text-muted">The text is the same as the active one.</p>;
  }
  return (
    <ol aria-label="Changes to the active text" className="overflow-hidden rounded-control border border-line text-sm">
      {diff.map(({ kind, text }, index) => {
        const { sign, word, colors } = LOOKS[kind];
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place
            key={index}
            className={`grid min-h-6 grid-cols-[1.5rem_minmax(0,1fr)] px-2 leading-6 ${colors}`}
          >
            <span aria-hidden="true">{sign}</span>
            <span className="break-words">
              {word && <span className="sr-only">{word}</span>}
              {text}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
