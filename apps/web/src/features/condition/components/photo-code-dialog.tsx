import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import {
  CodeDigits,
  CodeLoadFailure,
  canComputeCodes,
  useCurrentCode,
} from "../../../components/product/one-time-code.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { Dialog, DialogCancel } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { otherName } from "../copy.ts";

type Code = {
  /** Undefined while it loads. */
  codeKey: string | undefined;
  isFailed: boolean;
  onRetry: () => void;
};

type Props = {
  booking: BookingDetailView;
  code: Code;
  isOpen: boolean;
  onClose: () => void;
  onGone: () => void;
};

export function PhotoCodeDialog({ booking, code, isOpen, onClose, onGone }: Props) {
  const other = otherName(booking);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Show this photo code to ${other}`}
      text={`${other} enters it in the condition report. It shows that the report was made when you met. It doesn’t confirm the handoff or the return.`}
      onOpenerGone={onGone}
    >
      <div className="my-5 grid justify-items-center gap-4">
        <CodeOrState {...code} />
      </div>
      <DialogCancel className={`${BUTTON_STYLE.outline} w-full`}>Close</DialogCancel>
    </Dialog>
  );
}

function CodeOrState({ codeKey, isFailed, onRetry }: Code) {
  if (!canComputeCodes()) {
    return (
      <Notice look="information" className="w-full">
        This browser can’t show a code on this connection. The report works without it.
      </Notice>
    );
  }
  if (isFailed) return <CodeLoadFailure onRetry={onRetry} />;
  return codeKey ? <CurrentPhotoCode codeKey={codeKey} /> : <CodeSkeleton />;
}

function CurrentPhotoCode({ codeKey }: { codeKey: string }) {
  const current = useCurrentCode(codeKey);
  return current ? <CodeDigits {...current} /> : <CodeSkeleton />;
}

function CodeSkeleton() {
  return (
    <SkeletonArea label="Loading code" size="small">
      <SkeletonBar className="h-12 w-44" />
    </SkeletonArea>
  );
}
