import type { ClockView } from "@nexby/contract/clock";
import { useId, useState } from "react";
import { Notice } from "../../../components/ui/notice.tsx";
import { Switch } from "../../../components/ui/switch.tsx";
import { formatMoment } from "../../../lib/dates.ts";
import { InstantChoice } from "./instant-choice.tsx";
import { MoveButton } from "./move-button.tsx";

const HOUR_MS = 3_600_000;
const STEPS = [
  { label: "An hour", milliseconds: HOUR_MS },
  { label: "A day", milliseconds: 24 * HOUR_MS },
  { label: "A week", milliseconds: 7 * 24 * HOUR_MS },
];

type Props = {
  clock: ClockView;
  answeredAt: number;
  problem: string | null;
  onGo: (wish: { aim: Date; stopsAtJobs: boolean }) => Promise<void>;
};

export function JourneyChoice({ clock, answeredAt, problem, onGo }: Props) {
  const heading = useId();
  const [stopsAtJobs, setStopsAtJobs] = useState(true);
  const nowMs = () => Date.parse(clock.now) + Date.now() - answeredAt;
  const go = (aim: Date) => void onGo({ aim, stopsAtJobs });
  const { journey } = clock;
  const left = journey && journey.to < journey.aim && Date.parse(journey.aim) > nowMs() ? new Date(journey.aim) : null;

  return (
    <div className="grid grid-cols-1 gap-5 border-line border-t pt-5">
      {problem && (
        <Notice look="problem" role="alert">
          {problem}
        </Notice>
      )}
      {left && (
        <Notice look="information">
          <p>The last journey was to {formatMoment(left.toISOString())} and ended before.</p>
          <MoveButton label="Go on" aimOf={() => left} onGo={go} />
        </Notice>
      )}
      <div>
        <h2 id={heading} className="display-type text-xl">
          Move forward
        </h2>
        <p className="mt-1 text-muted text-sm">It never goes back.</p>
      </div>
      <fieldset aria-labelledby={heading} className="flex flex-wrap gap-3">
        {STEPS.map(({ label, milliseconds }) => (
          <MoveButton key={label} label={label} aimOf={() => new Date(nowMs() + milliseconds)} onGo={go} />
        ))}
      </fieldset>
      <InstantChoice nowMs={nowMs} onGo={go} />
      <Switch
        label="Stop at every deadline on the way"
        hint="Each job finds the time it was meant for. Without stops everything becomes due at once, and late."
        isOn={stopsAtJobs}
        onChange={setStopsAtJobs}
      />
    </div>
  );
}
