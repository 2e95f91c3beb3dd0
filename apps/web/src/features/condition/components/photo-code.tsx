import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { ReportPhase } from "@nexby/domain/condition/condition-reports";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { listPhotoCodes } from "../api.ts";
import { phaseTitle } from "../copy.ts";

const loadDialog = () => import("./photo-code-dialog.tsx").then((module) => module.PhotoCodeDialog);

type Props = {
  phase: ReportPhase;
  booking: BookingDetailView;
  /** Phases in which the other person can report. */
  phases: readonly ReportPhase[];
  onGone: () => void;
};

/** Shows the viewer's code for the other person's report. */
export function PhotoCodeButton({ phase, booking, phases, onGone }: Props) {
  const canShow = phases.includes(phase);
  // Loaded with the page, so that the code can be shown without a connection later.
  const { data, isError, refetch } = useQuery(listPhotoCodes(booking.id, phases));
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  const codeKey = data?.find((code) => code.phase === phase)?.key;

  useEffect(() => {
    if (canShow) loadDialog().catch(() => undefined);
    else setIsOpen(false);
  }, [canShow]);

  const open = () => {
    setIsRequested(true);
    setIsOpen(true);
  };
  const code = { codeKey, isFailed: isError && !codeKey, onRetry: () => void refetch() };
  return (
    <>
      {canShow && (
        <Button
          look="outline"
          aria-label={`Show photo code: ${phaseTitle(phase, booking)}`}
          className="max-sm:w-full"
          onClick={open}
        >
          Show photo code
        </Button>
      )}
      {isRequested && (
        <LazyPart load={loadDialog} props={{ booking, code, isOpen, onClose: () => setIsOpen(false), onGone }} />
      )}
    </>
  );
}
