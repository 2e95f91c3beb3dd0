import type { ClockView } from "@nexby/contract/clock";
import { useEffect, useRef } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { formatMoment } from "../../../lib/dates.ts";

type Props = { clock: ClockView; aim: Date; onStop: () => void };

export function JourneyProgress({ clock, aim, onStop }: Props) {
  const stop = useRef<HTMLDivElement>(null);
  // The button that began it is gone.
  useEffect(() => stop.current?.querySelector("button")?.focus(), []);

  const from = Date.parse(clock.journey?.from ?? clock.now);
  const share = Math.min(1, Math.max(0, (Date.parse(clock.now) - from) / Math.max(1, aim.getTime() - from)));
  const words = `On the way to ${formatMoment(aim.toISOString())}`;

  return (
    <div ref={stop} className="grid grid-cols-1 gap-4 border-line border-t pt-5">
      <p role="status" className="font-semibold">
        {words}
      </p>
      <progress
        value={Math.round(share * 100)}
        max={100}
        aria-label={words}
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
