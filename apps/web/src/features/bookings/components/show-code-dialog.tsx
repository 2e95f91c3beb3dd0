import type { HandoffCodeView } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { PlanKind } from "@nexby/domain/planning/planned-times";
import { useQueryClient } from "@tanstack/react-query";
import { generate } from "lean-qr";
import { useMemo, useSyncExternalStore } from "react";
import {
  CodeDigits,
  CodeLoadFailure,
  canComputeCodes,
  useCurrentCode,
} from "../../../components/product/one-time-code.tsx";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { Dialog, DialogCancel } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { CODE_ACTIONS, showHandoffCode } from "../api.ts";
import { otherName, showText } from "../copy/handoff.ts";
import { codeAddress } from "../handoff-digits.ts";

/** The viewer's code, fetched by the page before the dialog opens. */
export type OwnCode = { view: HandoffCodeView | undefined; isFailed: boolean; onRetry: () => void };

type Props = {
  booking: BookingDetailView;
  kind: PlanKind;
  code: OwnCode;
  isOpen: boolean;
  onClose: () => void;
  onGone: () => void;
};

export function ShowCodeDialog({ booking, kind, code, isOpen, onClose, onGone }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Show this code to ${otherName(booking)}`}
      text={showText(kind, booking)}
      onOpenerGone={onGone}
    >
      <div className="my-5 grid justify-items-center gap-4">
        <CodeOrState booking={booking} code={code} />
      </div>
      <DialogCancel className={`${BUTTON_STYLE.outline} w-full`}>Close</DialogCancel>
    </Dialog>
  );
}

type StateProps = Pick<Props, "booking" | "code">;

function CodeOrState({ booking, code: { view, isFailed, onRetry } }: StateProps) {
  if (!canComputeCodes()) {
    return (
      <Notice look="information" className="w-full">
        This browser can’t show a code on this connection. Enter {otherName(booking)}’s code instead.
      </Notice>
    );
  }
  if (!view && isFailed) return <CodeLoadFailure onRetry={onRetry} />;
  if (!view) return <CodeSkeleton />;
  return view.isLocked ? (
    <LockedCode booking={booking} kind={view.kind} />
  ) : (
    <CurrentCode booking={booking} view={view} />
  );
}

function CodeSkeleton() {
  return (
    <SkeletonArea label="Loading code" size="small">
      <div className="grid justify-items-center gap-4">
        <SkeletonBar shape="card" className="size-56" />
        <SkeletonBar className="h-12 w-44" />
      </div>
    </SkeletonArea>
  );
}

type CurrentCodeProps = { booking: BookingDetailView; view: HandoffCodeView };

function CurrentCode({ booking, view }: CurrentCodeProps) {
  const current = useCurrentCode(view.key);
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine);

  if (!current) return <CodeSkeleton />;
  return (
    <>
      <QrPicture text={codeAddress(location.origin, booking.id, current.digits)} />
      <CodeDigits {...current} />
      <div role="status" className="w-full empty:hidden">
        {!isOnline && (
          <Notice look="information">
            You’re offline. The code still works: only {otherName(booking)} needs a connection.
          </Notice>
        )}
      </div>
    </>
  );
}

function subscribeToConnection(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** The white border that scanners need, in squares. */
const QUIET_ZONE = 4;

/** Black on white in dark mode too: many scanners can't read inverted codes. */
function QrPicture({ text }: { text: string }) {
  const { path, size } = useMemo(() => drawQr(text), [text]);
  return (
    <svg
      role="img"
      aria-label="QR code with the same code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-card"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawQr(text: string): { path: string; size: number } {
  const squares = generate(text);
  const indices = Array.from({ length: squares.size }, (_, index) => index);
  const dark = indices.flatMap((y) => indices.filter((x) => squares.get(x, y)).map((x) => [x, y] as const));
  return {
    path: dark.map(([x, y]) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`).join(""),
    size: squares.size + 2 * QUIET_ZONE,
  };
}

function LockedCode({ booking, kind }: { booking: BookingDetailView; kind: PlanKind }) {
  const client = useQueryClient();
  const { run, isBusy, problem } = useMutationAction(async (key) => {
    const renewed = await CODE_ACTIONS.renew(booking.id)(key);
    client.setQueryData(showHandoffCode(booking.id, kind).queryKey, renewed);
  });
  return (
    <>
      <Notice look="problem" role="alert" title="This code is locked" className="w-full">
        Five incorrect codes were entered. Get a new code only if you’re with {otherName(booking)}.
      </Notice>
      {problem && (
        <Notice look="problem" role="alert" className="w-full">
          {problem}
        </Notice>
      )}
      <Button isBusy={isBusy} busyText="Getting a new code..." className="w-full" onClick={() => void run()}>
        Get a new code
      </Button>
    </>
  );
}
