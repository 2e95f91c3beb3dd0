export type KeeperOptions = {
  /** What was not read for longest goes first. */
  most: number;
  forMs?: number;
  now?: () => number;
};

/** Keeps what takes long to make, in this process. Requests at the same time share one making. */
export function createKeeper<T>({ most, forMs = Number.POSITIVE_INFINITY, now = Date.now }: KeeperOptions) {
  const kept = new Map<string, { until: number; value: Promise<T> }>();

  return async function keep(key: string, make: () => Promise<T>): Promise<T> {
    const known = kept.get(key);
    const entry = known && known.until > now() ? known : { until: now() + forMs, value: make() };
    // Deleted first, so that the map is ordered by last use.
    kept.delete(key);
    kept.set(key, entry);
    const [oldest = key] = kept.keys();
    if (kept.size > most) kept.delete(oldest);
    try {
      return await entry.value;
    } catch (error) {
      if (kept.get(key) === entry) kept.delete(key);
      throw error;
    }
  };
}
