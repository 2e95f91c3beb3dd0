import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { BookingConditionView } from "@nexby/contract/bookings/condition";
import type { ReportPhase } from "@nexby/domain/condition/condition-reports";
import { PICKUP_PHASE, RETURN_PHASE } from "@nexby/domain/condition/condition-reports";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Dialog, DialogButtons } from "../../../components/ui/dialog.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { ApiError } from "../../../lib/api/errors.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { refreshBookings } from "../../../lib/live-events.ts";
import { toasts } from "../../../lib/toasts.ts";
import { confirm, getCondition } from "../api.ts";
import { changesText, confirmLabel, confirmText, phaseText } from "../copy.ts";

type Props = {
  phase: ReportPhase;
  booking: BookingDetailView;
  condition: BookingConditionView;
  isOpen: boolean;
  onClose: () => void;
  /** Moves the focus, because confirming removes the button. */
  onGone: () => void;
};

const TITLES: Record<ReportPhase, (when: string) => string> = {
  [PICKUP_PHASE]: (when) => `Confirm the condition ${when}?`,
  [RETURN_PHASE]: () => "Sign the return?",
};

/** The person confirms what they saw when they opened this. If something was added since, the server refuses. */
export function ConfirmCondition({ phase, booking, condition, isOpen, onClose, onGone }: Props) {
  const client = useQueryClient();
  const [seen, setSeen] = useState(condition);
  const [news, setNews] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrives while it is open was not seen
  useEffect(() => {
    if (!isOpen) return;
    setSeen(condition);
    setNews(null);
  }, [isOpen]);

  const action = useMutationAction(async (key, headSha256: string) => {
    try {
      client.setQueryData(getCondition(booking.id).queryKey, await confirm(booking.id)(key, { phase, headSha256 }));
      toasts.show({ title: phase === PICKUP_PHASE ? "Condition confirmed" : "Return signed" });
      // The page is up to date before the dialog closes, so that the focus doesn't return to a button that goes.
      await refreshBookings(client);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "evidence_changed") throw error;
      const now = await client.fetchQuery(getCondition(booking.id));
      setNews(changesText(seen, now, booking));
      setSeen(now);
    }
  });

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={TITLES[phase](phaseText(phase, booking))}
      text={confirmText(phase, booking)}
      onOpenerGone={onGone}
    >
      {(news ?? action.problem) && (
        <Notice look={news ? "information" : "problem"} role="alert" className="mt-4">
          {news ?? action.problem}
        </Notice>
      )}
      <DialogButtons cancelLabel={news ? "Review" : "Not now"} className="mt-6">
        <Button
          data-first
          isBusy={action.isBusy}
          busyText="Saving..."
          onClick={() => void action.run(seen.headSha256 ?? "")}
        >
          {confirmLabel(phase)}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
