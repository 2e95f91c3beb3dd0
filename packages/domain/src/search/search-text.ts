/** Trimmed search text; null when it is empty. */
export function searchTextOf(typed: string): string | null {
  const text = typed.trim();
  return text === "" ? null : text;
}
