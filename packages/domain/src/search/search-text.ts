/** What may be searched for: text with something in it, without the space around it; null for nothing. */
export function searchTextOf(typed: string): string | null {
  const text = typed.trim();
  return text === "" ? null : text;
}
