import { useEffect } from "react";
import { useLocation } from "wouter";
import { LazyPart } from "../../components/ui/loading.tsx";
import { useSignal } from "../../lib/browser/signals.ts";
import { localMemory, type SafeStorage } from "../../lib/browser/storage.ts";
import { useSession } from "../../lib/session.ts";
import { startTour, tour } from "./tour.ts";

const loadTour = () => import("./tour-dialog.tsx").then((module) => module.TourDialog);

/** Where a tour begins by itself: visitors arrive at the first page, people who are signed in at home. */
const startPageOf = (userId: string | null): string => (userId === null ? "/" : "/home");

/** Shows the tour to who asks for it, and once to everybody who has not seen it. It goes on over changes of page. */
export function TourHost() {
  const isShown = useSignal(tour);
  const [path] = useLocation();
  const { user } = useSession();
  const userId = user === undefined ? undefined : (user?.id ?? null);

  useEffect(() => {
    if (userId === undefined || path !== startPageOf(userId) || isTourCompleted(localMemory, userId)) return;
    return whenLeftAlone(startTour);
  }, [path, userId]);

  const close = () => {
    completeTour(localMemory, userId ?? null);
    tour.set(false);
  };
  return isShown && <LazyPart load={loadTour} props={{ onClose: close }} isOptional />;
}

/** Long enough to have seen the page, short enough not to be in the middle of something. */
const QUIET_MS = 2_000;
const ACTIVITY = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/**
 * Calls back once nobody has done anything with the page for a moment; never, once somebody has: whoever found their way
 * is not interrupted. The returned function ends it.
 */
function whenLeftAlone(onQuiet: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    for (const type of ACTIVITY) removeEventListener(type, stop, { capture: true });
  };
  const timer = setTimeout(() => {
    stop();
    onQuiet();
  }, QUIET_MS);
  for (const type of ACTIVITY) addEventListener(type, stop, { capture: true, passive: true });
  return stop;
}

/** Each person of this browser sees the tour once; visitors have one flag among them. */
const keyOf = (userId: string | null): string =>
  userId === null ? "nx_demo_tour_completed" : `nx_tour_completed_${userId}`;

export const isTourCompleted = (storage: SafeStorage, userId: string | null): boolean =>
  storage.get(keyOf(userId)) === "true";

export const completeTour = (storage: SafeStorage, userId: string | null): void => storage.set(keyOf(userId), "true");
