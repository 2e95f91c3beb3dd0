/** A demo is opened under a few addresses. They are anybody's to name, so only so many are remembered. */
const MOST_ORIGINS = 20;

export type PerOrigin<T> = { get(origin: string): T; forget(origin: string): void };

/** Makes what an origin needs when it is first asked for. Who was not asked for longest is forgotten first. */
export function perOrigin<T>(create: (origin: string) => T): PerOrigin<T> {
  const known = new Map<string, T>();
  return {
    get: (origin) => {
      const one = known.get(origin) ?? create(origin);
      known.delete(origin);
      known.set(origin, one);
      const [oldest] = known.keys();
      if (oldest !== undefined && known.size > MOST_ORIGINS) known.delete(oldest);
      return one;
    },
    forget: (origin) => void known.delete(origin),
  };
}
