export type DiffLine = { kind: "same" | "removed" | "added"; text: string };

/** Past this many pairs of lines, finding what stayed the same would hold up the page. */
const MOST_PAIRS = 1_000_000;

const lines = (kind: DiffLine["kind"], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }));

/** What became of a text, line by line; what stands in both in the same order counts as the same. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const start = commonLength(old, now);
  const end = commonLength(old.slice(start).reverse(), now.slice(start).reverse());
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  return [
    ...lines("same", old.slice(0, start)),
    ...middleDiff(oldMiddle, newMiddle),
    ...lines("same", old.slice(old.length - end)),
  ];
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const difference = one.findIndex((text, index) => text !== other[index]);
  return difference === -1 ? one.length : difference;
}

function middleDiff(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > MOST_PAIRS) return [...lines("removed", old), ...lines("added", now)];
  const kept = keptCounts(old, now);
  const diff: DiffLine[] = [];
  let [left, right] = [0, 0];
  while (left < old.length && right < now.length) {
    const [oldText = "", newText = ""] = [old[left], now[right]];
    if (oldText === newText) {
      diff.push({ kind: "same", text: oldText });
      left += 1;
      right += 1;
    } else if ((kept[left + 1]?.[right] ?? 0) >= (kept[left]?.[right + 1] ?? 0)) {
      diff.push({ kind: "removed", text: oldText });
      left += 1;
    } else {
      diff.push({ kind: "added", text: newText });
      right += 1;
    }
  }
  return [...diff, ...lines("removed", old.slice(left)), ...lines("added", now.slice(right))];
}

/** For each place in both: how many lines at most can be kept from there on. */
function keptCounts(old: readonly string[], now: readonly string[]): number[][] {
  const counts = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let left = old.length - 1; left >= 0; left -= 1) {
    const [row, below] = [counts[left] ?? [], counts[left + 1] ?? []];
    for (let right = now.length - 1; right >= 0; right -= 1) {
      row[right] =
        old[left] === now[right] ? (below[right + 1] ?? 0) + 1 : Math.max(below[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return counts;
}
