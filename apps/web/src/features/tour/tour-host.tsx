import { useEffect } from "react";
import { useLocation } from "wouter";
import { LazyPart } from "../../components/ui/loading.tsx";
import { useSignal } from "../../lib/browser/signals.ts";
import { localMemory, type SafeStorage } from "../../lib/browser/storage.ts";
import { usePageSession } from "../../lib/page-session.ts";
import { startTour, tour } from "./tour.ts";

const loadTour = () => import("./tour-dialog.tsx").then((module) => module.TourDialog);

/** Page where the tour starts automatically: the landing page for visitors, home for signed-in users. */
const startPageOf = (userId: string | null): string => (userId === null ? "/" : "/home");

/** Shows the tour on request, and once to everyone who hasn't seen it. It continues across page changes. */
export function TourHost() {
  const isShown = useSignal(tour);
  const [path] = useLocation();
  const { user } = usePageSession();
  const userId = user === undefined ? undefined : (user?.id ?? null);

  useEffect(() => {
    if (userId === undefined || path !== startPageOf(userId) || isTourCompleted(localMemory, userId)) return;
    return whenIdle(startTour);
  }, [path, userId]);

  const close = () => {
    completeTour(localMemory, userId ?? null);
    tour.set(false);
  };
  return isShown && <LazyPart load={loadTour} props={{ onClose: close }} isOptional />;
}

/** Long enough to see the page, short enough not to interrupt. */
const IDLE_MS = 4_000;
const ACTIVITY = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/**
 * Calls back after a moment without any input; any input cancels it, so that active users are not interrupted.
 * Returns a function that cancels.
 */
function whenIdle(onIdle: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    for (const type of ACTIVITY) removeEventListener(type, stop, { capture: true });
  };
  const timer = setTimeout(() => {
    stop();
    onIdle();
  }, IDLE_MS);
  for (const type of ACTIVITY) addEventListener(type, stop, { capture: true, passive: true });
  return stop;
}

/** Each user of this browser sees the tour once; visitors share one flag. */
const keyOf = (userId: string | null): string =>
  userId === null ? "nx_demo_tour_completed" : `nx_tour_completed_${userId}`;

export const isTourCompleted = (storage: SafeStorage, userId: string | null): boolean =>
  storage.get(keyOf(userId)) === "true";

export const completeTour = (storage: SafeStorage, userId: string | null): void => storage.set(keyOf(userId), "true");
