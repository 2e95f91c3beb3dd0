import { Signal } from "./signal.ts";

/** Which part of the filters somebody wants to see; null while they are closed. Asked for from several places. */
export type FilterPart = "all" | "place" | "dates";

export const filtersRequest = new Signal<FilterPart | null>(null);
