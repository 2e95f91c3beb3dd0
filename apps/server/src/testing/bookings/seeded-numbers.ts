export type SeededNumbers = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from 1 to `most`, inclusive. */
  upTo(most: number): number;
  between(least: number, most: number): number;
  isHit(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Picks in proportion to the weights; undefined when all weights are zero. */
  weighted<T>(from: readonly (readonly [T, number])[]): T | undefined;
  shuffled<T>(from: readonly T[]): T[];
};

/** Deterministic numbers for a seed (mulberry32). */
export function numbersFrom(seed: number): SeededNumbers {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    upTo: (most) => between(1, most),
    isHit: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[Math.floor(next() * from.length)];
      if (picked === undefined) throw new RangeError("There is nothing to pick from");
      return picked;
    },
    weighted: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      return from.find(([, weight]) => {
        left -= weight;
        return weight > 0 && left < 0;
      })?.[0];
    },
    shuffled: (from) => {
      const all = [...from];
      for (let last = all.length - 1; last > 0; last -= 1) {
        const other = Math.floor(next() * (last + 1));
        [all[last], all[other]] = [all[other] as (typeof all)[0], all[last] as (typeof all)[0]];
      }
      return all;
    },
  };
}
