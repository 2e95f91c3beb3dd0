import { useId, useState } from "react";
import { Field } from "../../../components/forms/field.tsx";
import { errorId } from "../../../components/forms/field-ids.ts";
import { CONTROL_STYLE } from "../../../components/ui/control-style.ts";
import { MoveButton } from "./move-button.tsx";

type Props = { nowMs: () => number; onGo: (aim: Date) => void };

/** A time of the viewer's own zone. */
export function InstantChoice({ nowMs, onGo }: Props) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | undefined>();

  const chosen = (): Date | null => {
    const aim = new Date(typed);
    const isUsable = !Number.isNaN(aim.getTime()) && aim.getTime() > nowMs();
    setError(isUsable ? undefined : "Please choose a time to come");
    return isUsable ? aim : null;
  };

  return (
    <div className="flex max-w-md flex-col gap-3 sm:flex-row">
      <div className="min-w-0 flex-1">
        <Field id={id} label="Or to a time of your choice" error={error}>
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
        <MoveButton label="Go there" aimOf={chosen} onGo={onGo} />
      </div>
    </div>
  );
}
