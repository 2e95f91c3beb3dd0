import { Signal } from "./signal.ts";

/** Which part of the filters somebody wants to see; null while they are closed. Asked for from several places. */
/** "distance" is the place, to have the nearest first. */
export type FilterPart = "all" | "place" | "distance" | "dates";

export const filtersRequest = new Signal<FilterPart | null>(null);
