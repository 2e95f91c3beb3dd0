import { Signal } from "../../lib/browser/signals.ts";

/** Whether the tour is shown now. */
export const tour = new Signal(false);

export const startTour = (): void => tour.set(true);
