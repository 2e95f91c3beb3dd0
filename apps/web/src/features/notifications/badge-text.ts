const MOST_SHOWN = 99;

/** What the bell's badge says; null when there is nothing unread. */
export function badgeText(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
}
