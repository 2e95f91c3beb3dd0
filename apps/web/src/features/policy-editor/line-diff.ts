import { diffArrays } from "diff";

export type DiffLine = { kind: "same" | "removed" | "added"; text: string };

/** Past this many changed lines, finding the smallest difference would freeze the page. */
const MOST_CHANGES = 1000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const changes = diffArrays(old, now, { maxEditLength: MOST_CHANGES });
  if (!changes) return [...lines("removed", old), ...lines("added", now)];
  return changes.flatMap(({ added, removed, value }) => lines(added ? "added" : removed ? "removed" : "same", value));
}

const lines = (kind: DiffLine["kind"], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }));
