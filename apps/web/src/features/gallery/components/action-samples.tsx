import { Bell } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { BUTTON_STYLE, TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { ConfirmButton } from "../../../components/ui/confirm-button.tsx";
import { Modal } from "../../../components/ui/modal.tsx";
import { PopoverButton } from "../../../components/ui/popover-button.tsx";
import { ScrollButton } from "../../../components/ui/scroll-button.tsx";
import { toasts } from "../../../lib/toasts.ts";

const LOOKS = ["primary", "outline", "danger"] as const;

export function ActionSamples() {
  return (
    <>
      {LOOKS.map((look) => (
        <div key={look} className="flex flex-wrap gap-3">
          <Button look={look}>Button</Button>
          <Button look={look} disabled>
            Disabled
          </Button>
          <Button look={look} isBusy busyText="Saving...">
            Busy
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <a href="/dev/gallery" className={TEXT_LINK_STYLE}>
          Text link
        </a>
        <ScrollButton direction={-1} label="Back" className="grid" onClick={() => undefined} />
        <ScrollButton direction={1} label="On" className="grid" onClick={() => undefined} />
      </div>
      <div className="flex flex-wrap gap-3">
        <ConfirmButton
          label="Open dialog"
          title="Remove this listing?"
          text="This cannot be taken back."
          confirmLabel="Remove"
          onConfirm={async () => undefined}
        />
        <SheetSample />
        <PopoverButton
          label="Open popover"
          face={<Bell size={20} strokeWidth={1.75} aria-hidden="true" />}
          className="grid size-11 place-items-center rounded-full border border-line-strong"
          panelClassName="w-64"
        >
          {() => <p className="p-3">A popover closes by Escape or a click outside.</p>}
        </PopoverButton>
        <Button
          look="outline"
          onClick={() => toasts.show({ title: "Saved", description: "Everything is as you left it." })}
        >
          Show toast
        </Button>
        <Button
          look="outline"
          onClick={() => toasts.show({ title: "Not saved", description: "Please try again.", isDestructive: true })}
        >
          Show destructive toast
        </Button>
      </div>
    </>
  );
}

function SheetSample() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="outline" onClick={() => setIsOpen(true)}>
        Open sheet
      </Button>
      {isOpen && (
        <Modal
          title="A sheet"
          onClose={() => setIsOpen(false)}
          className="mx-0 mt-auto mb-0 h-[80dvh] w-full max-w-none rounded-t-sheet"
        >
          <div className="p-5">
            <p>It comes from below and leaves the same way.</p>
            <button type="button" className={`${BUTTON_STYLE.primary} mt-5`} onClick={() => setIsOpen(false)}>
              Done
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}
