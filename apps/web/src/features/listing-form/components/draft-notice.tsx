import { ConfirmButton } from "../../../components/ui/confirm-button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";

type Props = { isStored: boolean; onStartOver: () => Promise<void> };

/** Says why the form is not as one would expect it, and how it becomes so. */
export function DraftNotice({ isStored, onStartOver }: Props) {
  return (
    <Notice look="information" role="status" title="We restored your draft" className="mb-6">
      <p className="mb-3">
        {isStored ? "These changes are not saved in your listing yet." : "It is as you left it. Only you can see it."}
      </p>
      <ConfirmButton
        label="Start over"
        title="Start over?"
        text={isStored ? "What you changed and did not save will be gone." : "What you filled in will be gone."}
        confirmLabel={isStored ? "Discard changes" : "Discard draft"}
        onConfirm={onStartOver}
      />
    </Notice>
  );
}
