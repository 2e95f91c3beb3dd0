import { type ReactNode, useId } from "react";
import { Button } from "../../../components/ui/button.tsx";

type Props = {
  label: string;
  isBusy: boolean;
  busyText?: string;
  /** What happens when it is pressed. */
  note: ReactNode;
  /** Why it cannot be pressed. */
  obstacle: string | null;
  className?: string;
};

/** The one thing to do here, and what it means. */
export function PayAction({ label, isBusy, busyText, note, obstacle, className = "" }: Props) {
  const id = useId();
  return (
    <div className={className}>
      <Button
        type="submit"
        isBusy={isBusy}
        busyText={busyText}
        disabled={obstacle !== null}
        aria-describedby={id}
        className="w-full tabular-nums"
      >
        {label}
      </Button>
      <p id={id} className="mt-2 text-balance text-center text-muted text-sm max-lg:[@media(height<40rem)]:sr-only">
        {obstacle ?? note}
      </p>
    </div>
  );
}
