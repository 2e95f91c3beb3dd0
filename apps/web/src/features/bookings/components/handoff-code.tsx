import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { handoffToConfirm } from "@nexby/domain/handoffs/handoff-code";
import type { PlanKind } from "@nexby/domain/planning/planned-times";
import { useQuery } from "@tanstack/react-query";
import { QrCode } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { toasts } from "../../../lib/toasts.ts";
import { showHandoffCode } from "../api.ts";
import type { ActionContext } from "../copy/actions.ts";
import { cardText, codeCopy, isConfirmed } from "../copy/handoff.ts";
import { codeInHash } from "../handoff-digits.ts";
import type { OwnCode } from "./show-code-dialog.tsx";

const loadShowDialog = () => import("./show-code-dialog.tsx").then((module) => module.ShowCodeDialog);
const loadEnterDialog = () => import("./enter-code-dialog.tsx").then((module) => module.EnterCodeDialog);

type Props = ActionContext & { booking: BookingDetailView };

type OpenDialog = { name: "show" | "enter"; kind: PlanKind };

/** Confirms the handoff or return with a code that one person shows and the other enters. */
export function HandoffCode({ booking, onTooLate, onGone }: Props) {
  const kind = booking.allowedActions.includes("use_code") ? handoffToConfirm(booking.status) : null;
  const code = useOwnCode(booking, kind);
  const [scanned, setScanned] = useState(() => codeInHash(location.hash));
  const [open, setOpen] = useState<OpenDialog | null>(scanned && kind ? { name: "enter", kind } : null);
  const [requested, setRequested] = useState({ show: false, enter: open !== null });
  // Kept for the dialog that is about to close, because the next handoff may have begun.
  const [lastKind, setLastKind] = useState<PlanKind>(kind ?? "pickup");

  // A reload must not open the dialog again.
  useEffect(() => {
    if (codeInHash(location.hash)) history.replaceState(history.state, "", location.pathname + location.search);
  }, []);

  useEffect(() => {
    if (!open || open.kind === kind) return;
    setOpen(null);
    setScanned(null);
    if (open.name === "show" && isConfirmed(open.kind, booking.status)) {
      toasts.show({ title: codeCopy(open.kind, booking).done, description: booking.item.title });
    }
  }, [open, kind, booking]);

  const close = () => {
    setOpen(null);
    setScanned(null);
  };
  const openDialog = (name: OpenDialog["name"]) => {
    if (!kind) return;
    setRequested((before) => ({ ...before, [name]: true }));
    setLastKind(kind);
    setOpen({ name, kind });
  };
  const dialog = { booking, kind: lastKind, onClose: close, onGone };

  return (
    <>
      {kind && <CodeCard kind={kind} booking={booking} onOpen={openDialog} />}
      {requested.show && <LazyPart load={loadShowDialog} props={{ ...dialog, isOpen: open?.name === "show", code }} />}
      {requested.enter && (
        <LazyPart
          load={loadEnterDialog}
          props={{ ...dialog, isOpen: open?.name === "enter", firstDigits: scanned ?? "", onTooLate }}
        />
      )}
    </>
  );
}

/** Loads the key with the page, so that the code can be shown without a connection later. */
function useOwnCode({ id, version }: BookingDetailView, kind: PlanKind | null): OwnCode {
  const { data, isError, refetch } = useQuery(showHandoffCode(id, kind));
  const seen = useRef({ kind, version });

  // Five incorrect tries lock the code, and a renewal replaces it. Both change the booking's version.
  useEffect(() => {
    const before = seen.current;
    seen.current = { kind, version };
    if (kind !== null && kind === before.kind && version !== before.version) void refetch();
  }, [kind, version, refetch]);

  return { view: data, isFailed: isError && data === undefined, onRetry: () => void refetch() };
}

type CardProps = { kind: PlanKind; booking: BookingDetailView; onOpen: (name: OpenDialog["name"]) => void };

function CodeCard({ kind, booking, onOpen }: CardProps) {
  const heading = useId();

  // Loaded in advance, because there may be no connection where people meet.
  useEffect(() => {
    for (const load of [loadShowDialog, loadEnterDialog]) load().catch(() => undefined);
  }, []);

  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 id={heading} className="flex items-center gap-2 display-type text-lg">
        <QrCode size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        {codeCopy(kind, booking).title}
      </h2>
      <p className="mt-1 text-pretty text-muted">{cardText(kind, booking)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="outline" className="max-sm:w-full" onClick={() => onOpen("show")}>
          Show code
        </Button>
        <Button look="outline" className="max-sm:w-full" onClick={() => onOpen("enter")}>
          Enter code
        </Button>
      </div>
    </section>
  );
}
