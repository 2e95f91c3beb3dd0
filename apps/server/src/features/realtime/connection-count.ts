export type ConnectionCount = {
  /** Null when there are enough; else what to call when the connection ends. */
  enter(who: string, most: number): (() => void) | null;
};

/** Open connections of this process per person or address. */
export function countConnections(): ConnectionCount {
  const counts = new Map<string, number>();
  return {
    enter: (who, most) => {
      const before = counts.get(who) ?? 0;
      if (before >= most) return null;
      counts.set(who, before + 1);
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        const left = (counts.get(who) ?? 1) - 1;
        if (left > 0) counts.set(who, left);
        else counts.delete(who);
      };
    },
  };
}
