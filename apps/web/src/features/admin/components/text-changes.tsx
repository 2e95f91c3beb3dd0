import { diffArrays } from "diff";
import { useDeferredValue, useMemo } from "react";

const LOOKS: Record<DiffLine["kind"], { sign: string; srPrefix: string; colors: string }> = {
  same: { sign: " ", srPrefix: "", colors: "text-muted" },
  removed: { sign: "−", srPrefix: "Removed: ", colors: "bg-danger-soft text-on-danger-soft" },
  added: { sign: "+", srPrefix: "Added: ", colors: "bg-success-soft text-on-success-soft" },
};

/** Line diff against the active version. */
export function TextChanges({ before, after }: { before: string; after: string }) {
  const latest = useDeferredValue(after);
  const diff = useMemo(() => lineDiff(before, latest.trim()), [before, latest]);
  if (diff.every(({ kind }) => kind === "same")) {
    return <p className="text-muted">No changes from the active version.</p>;
  }
  return (
    <ol
      aria-label="Changes from the active version"
      className="overflow-hidden rounded-control border border-line text-sm"
    >
      {diff.map(({ kind, text }, index) => {
        const { sign, srPrefix, colors } = LOOKS[kind];
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position only
            key={index}
            className={`grid min-h-6 grid-cols-[1.5rem_minmax(0,1fr)] px-2 leading-6 ${colors}`}
          >
            <span aria-hidden="true">{sign}</span>
            <span className="break-words">
              {srPrefix && <span className="sr-only">{srPrefix}</span>}
              {text}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

type DiffLine = { kind: "same" | "removed" | "added"; text: string };

/** Past this many changed lines, finding the smallest difference would freeze the page. */
const MAX_CHANGES = 1000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const changes = diffArrays(old, now, { maxEditLength: MAX_CHANGES });
  if (!changes) return [...lines("removed", old), ...lines("added", now)];
  return changes.flatMap(({ added, removed, value }) => lines(added ? "added" : removed ? "removed" : "same", value));
}

const lines = (kind: DiffLine["kind"], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }));
