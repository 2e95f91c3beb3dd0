const NEXT = /<([^>]+)>\s*;[^,]*\brel="?next"?/i;

/** Where a list goes on, by the Link header of one of its pages. */
export function nextPathOf(link: string | null): string | null {
  return link?.match(NEXT)?.[1] ?? null;
}
