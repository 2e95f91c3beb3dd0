import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { MessageCard } from "../../../components/ui/message-card.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { productClock } from "../../../lib/product-clock.ts";
import { useJourney } from "../use-journey.ts";
import { ClockFace } from "./clock-face.tsx";
import { JobReport } from "./job-report.tsx";
import { JourneyChoice } from "./journey-choice.tsx";
import { JourneyProgress } from "./journey-progress.tsx";

const REFRESH_MS = 30_000;

/** For administrators of a demo: the product's time, the way forward, and what happened on it. */
export function TimeMachine() {
  const {
    data: clock,
    dataUpdatedAt,
    isLoadingError,
    refetch,
  } = useQuery({
    ...productClock(),
    refetchInterval: REFRESH_MS,
  });
  const area = useRef<HTMLElement>(null);
  // The button to stop it is gone when it has ended.
  const journey = useJourney(() => area.current?.focus());

  if (isLoadingError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!clock) {
    return (
      <SkeletonArea label="Loading the clock">
        <SkeletonBar shape="card" className="h-72" />
      </SkeletonArea>
    );
  }
  if (!clock.canMove) {
    return (
      <MessageCard picture={null} text="Here the clock shows real time and cannot be moved.">
        {null}
      </MessageCard>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <section
        ref={area}
        tabIndex={-1}
        aria-label="The clock"
        className="grid grid-cols-1 gap-6 rounded-card border border-line bg-surface p-5 outline-none md:p-6"
      >
        <ClockFace clock={clock} answeredAt={dataUpdatedAt} />
        {journey.aim ? (
          <JourneyProgress clock={clock} aim={journey.aim} onStop={journey.stop} />
        ) : (
          <JourneyChoice clock={clock} answeredAt={dataUpdatedAt} problem={journey.problem} onGo={journey.go} />
        )}
      </section>
      <JobReport hasMoved={clock.journey !== null} isMoving={journey.aim !== null} />
    </div>
  );
}
