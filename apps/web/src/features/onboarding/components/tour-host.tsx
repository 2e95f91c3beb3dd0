import { useEffect } from "react";
import { useLocation } from "wouter";
import { LazyPart } from "../../../components/ui/lazy-part.tsx";
import { localMemory } from "../../../lib/safe-storage.ts";
import { useSession } from "../../../lib/session.ts";
import { useSignal } from "../../../lib/signal.ts";
import { whenLeftAlone } from "../first-visit.ts";
import { startTour, tour } from "../tour.ts";
import { completeTour, isTourCompleted } from "../tour-memory.ts";

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
