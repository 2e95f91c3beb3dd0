import { Signal } from "../../lib/browser/signals.ts";

/** True while the tour is shown. */
export const tour = new Signal(false);

export const startTour = (): void => tour.set(true);
