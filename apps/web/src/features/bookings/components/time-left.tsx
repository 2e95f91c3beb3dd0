import { Clock } from "lucide-react";
import { useSecondsUntil } from "../../../lib/use-seconds-until.ts";
import { momentIn, timeLeft } from "../booking-times.ts";

const SOON_SECONDS = 3 * 60 * 60;

/** Counts down for who looks; who listens hears it when they come by, and the moment itself. */
export function TimeLeft({ until, timezone }: { until: string; timezone: string }) {
  const seconds = useSecondsUntil(until);
  return (
    <p
      className={`flex items-center gap-1.5 text-sm ${seconds < SOON_SECONDS ? "font-semibold text-danger" : "text-muted"}`}
    >
      <Clock size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <time dateTime={until}>
        {timeLeft(seconds)}
        <span className="sr-only"> to answer, until {momentIn(until, timezone)}</span>
      </time>
    </p>
  );
}
