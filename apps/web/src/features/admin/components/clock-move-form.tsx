import type { ClockView } from "@nexby/contract/admin/operations";
import { HOUR } from "@nexby/domain/kernel/duration";
import { useId, useState } from "react";
import { errorId, Field } from "../../../components/forms/field.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Switch } from "../../../components/ui/choices.tsx";
import { Dialog, DialogButtons } from "../../../components/ui/dialog.tsx";
import { CONTROL_STYLE } from "../../../components/ui/filter-field.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { formatMoment } from "../../../lib/dates.ts";

const STEPS = [
  { label: "1 hour", milliseconds: HOUR },
  { label: "1 day", milliseconds: 24 * HOUR },
  { label: "1 week", milliseconds: 7 * 24 * HOUR },
];

type ClockMoveFormProps = {
  clock: ClockView;
  fetchedAt: number;
  problem: string | null;
  onGo: (request: { aim: Date; stopsAtJobs: boolean }) => Promise<void>;
};

export function ClockMoveForm({ clock, fetchedAt, problem, onGo }: ClockMoveFormProps) {
  const heading = useId();
  const [stopsAtJobs, setStopsAtJobs] = useState(true);
  const nowMs = () => Date.parse(clock.now) + Date.now() - fetchedAt;
  const go = (aim: Date) => void onGo({ aim, stopsAtJobs });
  const { journey } = clock;
  const unfinishedAim =
    journey && journey.to < journey.aim && Date.parse(journey.aim) > nowMs() ? new Date(journey.aim) : null;

  return (
    <div className="grid grid-cols-1 gap-5 border-line border-t pt-5">
      {problem && (
        <Notice look="problem" role="alert">
          {problem}
        </Notice>
      )}
      {unfinishedAim && (
        <Notice look="information">
          <p>The last move stopped before it reached {formatMoment(unfinishedAim.toISOString())}.</p>
          <MoveButton label="Continue" aimOf={() => unfinishedAim} onGo={go} />
        </Notice>
      )}
      <div>
        <h2 id={heading} className="display-type text-xl">
          Move forward
        </h2>
        <p className="mt-1 text-muted text-sm">You can’t move the clock back.</p>
      </div>
      <fieldset aria-labelledby={heading} className="flex flex-wrap gap-3">
        {STEPS.map(({ label, milliseconds }) => (
          <MoveButton key={label} label={label} aimOf={() => new Date(nowMs() + milliseconds)} onGo={go} />
        ))}
      </fieldset>
      <InstantChoice nowMs={nowMs} onGo={go} />
      <Switch
        label="Stop at every deadline"
        hint="Each job runs on time. Without stops, all jobs run late, at the end."
        isOn={stopsAtJobs}
        onChange={setStopsAtJobs}
      />
    </div>
  );
}

type InstantChoiceProps = { nowMs: () => number; onGo: (aim: Date) => void };

/** In the viewer's time zone. */
function InstantChoice({ nowMs, onGo }: InstantChoiceProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | undefined>();

  const chosen = (): Date | null => {
    const aim = new Date(typed);
    const isUsable = !Number.isNaN(aim.getTime()) && aim.getTime() > nowMs();
    setError(isUsable ? undefined : "Please choose a time in the future");
    return isUsable ? aim : null;
  };

  return (
    <div className="flex max-w-md flex-col gap-3 sm:flex-row">
      <div className="min-w-0 flex-1">
        <Field id={id} label="Or choose a date and time" error={error}>
          <input
            id={id}
            type="datetime-local"
            value={typed}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId(id) : undefined}
            onChange={(event) => setTyped(event.target.value)}
            className={CONTROL_STYLE}
          />
        </Field>
      </div>
      <div className="sm:pt-6.5">
        <MoveButton label="Move to this time" aimOf={chosen} onGo={onGo} />
      </div>
    </div>
  );
}

type MoveButtonProps = {
  label: string;
  /** Null when there is no valid target time. */
  aimOf: () => Date | null;
  onGo: (aim: Date) => void;
};

/** Asks for confirmation, because the clock cannot be moved back. */
function MoveButton({ label, aimOf, onGo }: MoveButtonProps) {
  const [aim, setAim] = useState<Date | null>(null);

  return (
    <>
      <Button look="outline" onClick={() => setAim(aimOf())}>
        {label}
      </Button>
      <Dialog
        isOpen={aim !== null}
        onClose={() => setAim(null)}
        title={aim ? `Move to ${formatMoment(aim.toISOString())}?` : ""}
        text="All deadlines, charges, reminders and payouts until then will run. You can’t undo this."
      >
        <DialogButtons className="mt-6">
          <Button
            onClick={() => {
              setAim(null);
              if (aim) onGo(aim);
            }}
          >
            Move the clock
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  );
}
