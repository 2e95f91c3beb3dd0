import type { ClockJobsView, ClockView } from "@nexby/contract/admin/operations";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { typeset } from "@nexby/domain/kernel/typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { Button } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { getClock } from "../../../lib/api/queries.ts";
import { useIntent } from "../../../lib/browser/intents.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { problemsOf } from "../../../lib/form-errors.ts";
import { getClockJobs, moveClock } from "../api.ts";
import { ClockMoveForm } from "../components/clock-move-form.tsx";
import { jobCopy } from "../job-labels.ts";

const BUSY_MS = 1_000;
const QUIET_MS = 10_000;

type JourneyReportProps = { hasMoved: boolean; isMoving: boolean; eventText: EventText };

/** What happened on the last clock move, updated while jobs run. */
function JourneyReport({ hasMoved, isMoving, eventText }: JourneyReportProps) {
  const {
    data: jobs,
    isLoadingError,
    refetch,
  } = useQuery({
    ...getClockJobs(),
    refetchInterval: ({ state }) => (isMoving || (state.data?.unfinished ?? 0) > 0 ? BUSY_MS : QUIET_MS),
  });

  if (isLoadingError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!jobs) {
    return (
      <SkeletonArea label="Loading what happened">
        <SkeletonBar shape="card" className="h-40" />
      </SkeletonArea>
    );
  }
  return (
    <section aria-labelledby="happened" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="happened" className="display-type text-xl">
          What happened
        </h2>
        <JobStatus jobs={jobs} isMoving={isMoving} />
      </div>
      {hasMoved ? (
        <Events events={jobs.events} eventText={eventText} />
      ) : (
        <p className="text-muted">The clock hasn’t been moved yet.</p>
      )}
      <Failures failures={jobs.failures} />
      <p className="text-muted">
        {hasMoved && `${countOf(jobs.finished, "job")} ran. `}
        {jobs.next
          ? `Next: ${jobCopy(jobs.next.jobType)}, ${formatMoment(jobs.next.at)}`
          : "Only routine jobs are scheduled."}
      </p>
    </section>
  );
}

function JobStatus({ jobs, isMoving }: { jobs: ClockJobsView; isMoving: boolean }) {
  if (jobs.unfinished > 0) return <Badge look="waiting">{countOf(jobs.unfinished, "job")} left</Badge>;
  return isMoving ? <Badge look="waiting">Moving</Badge> : <Badge look="good">All done</Badge>;
}

type EventsProps = Pick<ClockJobsView, "events"> & { eventText: EventText };

/** "City bike: Rental completed", "Omar was notified: “How was your rental?”" */
function Events({ events, eventText }: EventsProps) {
  if (events.length === 0) return <p className="text-muted">Nothing that users would notice.</p>;
  return (
    <ol aria-label="What happened, newest first" className="divide-y divide-line rounded-card border border-line">
      {events.map((event) => (
        <li key={event.id} className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 py-2.5">
          <time dateTime={event.at} className="w-40 shrink-0 text-muted tabular-nums">
            {formatMoment(event.at)}
          </time>
          <p className="min-w-0 flex-1 basis-60 break-words">
            {event.kind === "booking" ? (
              <>
                <Link href={`/my-bookings/${event.bookingId}`} className="font-semibold underline">
                  {event.item}
                </Link>
                : {eventText(event)}
              </>
            ) : (
              `${event.firstName || "Someone"} was notified: “${typeset(event.title)}”`
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Failures({ failures }: Pick<ClockJobsView, "failures">) {
  if (failures.length === 0) return null;
  return (
    <Notice look="problem" title={`${countOf(failures.length, "job")} failed`}>
      <ul>
        {failures.map(({ id, jobType, reason, isTriedAgain }) => (
          <li key={id} className="break-words">
            {jobCopy(jobType)}: {reason || "unknown reason"}
            {isTriedAgain && " (we’ll try again)"}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const REFRESH_MS = 30_000;

/** An entry of a booking's timeline, in a few words. */
type EventText = (event: Pick<BookingEvent, "type" | "by">) => string;
type BookingEvent = Extract<ClockJobsView["events"][number], { kind: "booking" }>;

/** Demo admin page that shows the product's clock, moves it forward, and lists what happened. */
export function TimeMachine({ eventText }: { eventText: EventText }) {
  const {
    data: clock,
    dataUpdatedAt,
    isLoadingError,
    refetch,
  } = useQuery({
    ...getClock(),
    refetchInterval: REFRESH_MS,
  });
  const area = useRef<HTMLElement>(null);
  // The stop button disappears when the move ends, so this area takes the focus.
  const journey = useClockMove(() => area.current?.focus());

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
      <MessageCard picture={null} text="The clock shows real time here. You can’t move it.">
        {null}
      </MessageCard>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <section
        ref={area}
        tabIndex={-1}
        aria-label="Clock"
        className="grid grid-cols-1 gap-6 rounded-card border border-line bg-surface p-5 outline-none md:p-6"
      >
        <ClockFace clock={clock} fetchedAt={dataUpdatedAt} />
        {journey.aim ? (
          <ClockMoveProgress clock={clock} aim={journey.aim} onStop={journey.stop} />
        ) : (
          <ClockMoveForm clock={clock} fetchedAt={dataUpdatedAt} problem={journey.problem} onGo={journey.go} />
        )}
      </section>
      <JourneyReport hasMoved={clock.journey !== null} isMoving={journey.aim !== null} eventText={eventText} />
    </div>
  );
}

const LONG_DAY = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", year: "numeric" });
const TIME = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", second: "2-digit" });

function ClockFace({ clock, fetchedAt }: { clock: ClockView; fetchedAt: number }) {
  const now = useProductTime(clock, fetchedAt);
  return (
    <div>
      <p className="text-muted text-sm">Demo time</p>
      <time dateTime={now.toISOString()} className="block">
        <span className="block display-type text-3xl tabular-nums">{TIME.format(now)}</span>
        <span className="mt-1 block font-medium text-lg">{LONG_DAY.format(now)}</span>
      </time>
      <p className="mt-2 text-muted">{aheadCopy(clock.aheadSeconds)}</p>
    </div>
  );
}

type Props = { clock: ClockView; aim: Date; onStop: () => void };

function ClockMoveProgress({ clock, aim, onStop }: Props) {
  const stop = useRef<HTMLDivElement>(null);
  // The button that started the move is gone, so the stop button takes the focus.
  useEffect(() => stop.current?.querySelector("button")?.focus(), []);

  const from = Date.parse(clock.journey?.from ?? clock.now);
  const progress = Math.min(1, Math.max(0, (Date.parse(clock.now) - from) / Math.max(1, aim.getTime() - from)));
  const text = `Moving to ${formatMoment(aim.toISOString())}`;

  return (
    <div ref={stop} className="grid grid-cols-1 gap-4 border-line border-t pt-5">
      <p role="status" className="font-semibold">
        {text}
      </p>
      <progress
        value={Math.round(progress * 100)}
        max={100}
        aria-label={text}
        className="h-2.5 w-full appearance-none overflow-hidden rounded-full bg-subtle [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-subtle [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[width] [&::-webkit-progress-value]:duration-320"
      />
      <div>
        <Button look="outline" onClick={onStop}>
          Stop here
        </Button>
      </div>
    </div>
  );
}

type MoveRequest = { aim: Date; stopsAtJobs: boolean };

/**
 * Moves the clock in steps until it reaches the target. Stopping or leaving the page ends the move at the current
 * time.
 */
function useClockMove(onEnd: () => void) {
  const client = useQueryClient();
  const step = useIntent(moveClock);
  const [aim, setAim] = useState<Date | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isRunning = useRef(false);
  const stop = useCallback(() => {
    isRunning.current = false;
  }, []);
  useEffect(() => stop, [stop]);

  const move = async ({ aim: to, stopsAtJobs }: MoveRequest): Promise<ClockView> => {
    const clock = await step({ to: to.toISOString(), stopsAtJobs });
    client.setQueryData(getClock().queryKey, clock);
    return clock;
  };

  const go = async (request: MoveRequest) => {
    isRunning.current = true;
    setAim(request.aim);
    setProblem(null);
    try {
      while (isRunning.current) {
        const { now } = await move(request);
        if (Date.parse(now) >= request.aim.getTime()) break;
      }
    } catch (error) {
      setProblem(problemsOf(error, []).message);
    } finally {
      isRunning.current = false;
      setAim(null);
      onEnd();
      // All other cached data belongs to an earlier time.
      void client.invalidateQueries({ refetchType: "none" });
      void client.invalidateQueries({ queryKey: getClockJobs().queryKey });
    }
  };

  return { aim, problem, go, stop };
}

/** Between responses the product's time advances with real time. */
function useProductTime({ now }: ClockView, fetchedAt: number): Date {
  const [realNow, setRealNow] = useState(fetchedAt);

  useEffect(() => {
    const tick = () => setRealNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);

  return new Date(Date.parse(now) + Math.max(0, realNow - fetchedAt));
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "3 days and 4 hours ahead of real time" */
export function aheadCopy(seconds: number): string {
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const parts = [days && countOf(days, "day"), hours && countOf(hours, "hour"), minutes && countOf(minutes, "minute")];
  const text = parts.filter(Boolean).slice(0, 2).join(" and ");
  return text ? `${text} ahead of real time` : "Same as real time";
}
