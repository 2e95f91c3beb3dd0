import { Signal } from "./browser/signals.ts";

/**
 * Part of the filters to open, requested from several places; null while they are closed. "distance" opens the
 * place, to have the nearest items first; "quick" is the phone's bottom bar.
 */
export type FilterPart = "all" | "distance" | "quick";

export const filtersRequest = new Signal<FilterPart | null>(null);
