/** How many slips (a letter too many, too few, another, or two swapped) make one word the other. */
export function editDistance(one: string, other: string): number {
  const a = [...one];
  const b = [...other];
  let beforeLast: number[] = [];
  let last = b.map((_, index) => index + 1);
  last.unshift(0);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, otherLetter] of b.entries()) {
      const replaced = (last[j] ?? 0) + Number(letter !== otherLetter);
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === otherLetter;
      const swapped = isSwapped ? (beforeLast[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, (last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? a.length;
}
