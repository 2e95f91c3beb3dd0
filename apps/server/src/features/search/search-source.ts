import type { Position as Place } from "./search-cursor.ts";

export type Found = { itemId: string; latitude: number; longitude: number; key: number };

/** Rows in order without a gap: between them, and up to `end`, nothing is missing. */
type Batch = { rows: Found[]; end: Place | null; isDone: boolean };

/** Reads on after a place; about so many rows, more or fewer as it comes cheap. */
export type Source = (after: Place | null, wanted: number) => Promise<Batch>;

export type Comparison = (one: Place, other: Place) => number;

export const placeOfFound = ({ key, itemId }: Found): Place => ({ key, id: itemId });

/** By key and then id, both in the same direction, as the indexes have them. */
export const comparing =
  (isDescending: boolean): Comparison =>
  (one, other) => {
    const ascending = one.key - other.key || (one.id < other.id ? -1 : Number(one.id > other.id));
    return isDescending ? -ascending : ascending;
  };
