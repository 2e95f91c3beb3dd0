export type Placeholder = "dashboard" | "form" | "grid" | "spinner";

const BY_WORDS: readonly [words: readonly string[], placeholder: Placeholder][] = [
  [["admin"], "dashboard"],
  [["create", "edit", "profile"], "form"],
  [["browse", "listings"], "grid"],
];

export const SPINNER_TEXT = "Loading...";

/** What to show while the code of a page is on its way, by the words in its path. */
export function placeholderOf(path: string): Placeholder {
  const found = BY_WORDS.find(([words]) => words.some((word) => path.includes(word)));
  return found?.[1] ?? "spinner";
}
