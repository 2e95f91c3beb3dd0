import { ArrowLeft } from "lucide-react";
import { useId } from "react";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import type { DraftStatus } from "../draft.ts";

export type ActionTexts = {
  submit: string;
  busy: string;
  /** Title above the server's error message. */
  failure: string;
};

type Props = {
  texts: ActionTexts;
  blocker: string | null;
  isBusy: boolean;
  status: DraftStatus;
  hasSubmit: boolean;
  onBack: (() => void) | undefined;
  onNext: (() => void) | undefined;
};

const STATUS = { saved: "Saved", kept: "Saved on this device" };

/** Stays in view on phones, above the bottom bar. */
export function ActionBar({ texts, blocker, isBusy, status, hasSubmit, onBack, onNext }: Props) {
  const reason = useId();
  return (
    <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-(--page-gutter) mt-8 border-line border-t bg-canvas px-(--page-gutter) py-3 md:static md:mx-0 md:px-0 md:py-6">
      {hasSubmit && blocker && (
        <p id={reason} className="mb-3 text-pretty text-muted text-sm">
          {blocker}
        </p>
      )}
      <div className="flex items-center gap-3">
        {onBack && (
          <button type="button" onClick={onBack} className={`${BUTTON_STYLE.outline} max-sm:px-3`}>
            <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
            <span className="max-sm:sr-only">Back</span>
          </button>
        )}
        <div className="min-w-0 flex-1 text-sm">
          <SavedStatus text={status && STATUS[status]} />
        </div>
        {onNext && (
          <Button
            type={hasSubmit ? "button" : "submit"}
            look={hasSubmit ? "outline" : "primary"}
            onClick={hasSubmit ? onNext : undefined}
          >
            Next
          </Button>
        )}
        {hasSubmit && (
          <Button
            type="submit"
            isBusy={isBusy}
            busyText={texts.busy}
            disabled={blocker !== null}
            aria-describedby={blocker ? reason : undefined}
          >
            {texts.submit}
          </Button>
        )}
      </div>
    </div>
  );
}
