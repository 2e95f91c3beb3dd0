import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { createPortal } from "react-dom";
import { SWIPE_PX, type Toast, toasts } from "../../lib/toasts.ts";

const LOOKS = {
  usual: { Icon: CircleCheck, colors: "border-line-strong bg-surface text-ink", iconColor: "text-on-success-soft" },
  destructive: { Icon: CircleAlert, colors: "border-danger bg-danger text-on-danger", iconColor: "" },
};

/** The store controls how long a toast shows; Radix handles announcements, swiping and keys. */
export function ToastView({ toast }: { toast: Toast | null }) {
  return (
    <Radix.Provider duration={Number.POSITIVE_INFINITY} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toast && <OneToast key={toast.id} toast={toast} />}
      {/*
        Outside the page, which dialogs make inert. At the top on phones, where no form has its button. Dialogs hide
        everything but live regions from screen readers, and a toast must not be hidden while it can get the focus.
      */}
      {createPortal(
        <div aria-live="off">
          <Radix.Viewport className="fixed inset-x-4 top-[calc(0.75rem+env(safe-area-inset-top))] z-40 outline-none sm:left-auto sm:w-96 md:top-auto md:right-6 md:bottom-6" />
        </div>,
        document.body,
      )}
    </Radix.Provider>
  );
}

function OneToast({ toast: { id, title, description, isOpen, isDestructive, action } }: { toast: Toast }) {
  const { Icon, colors, iconColor } = LOOKS[isDestructive ? "destructive" : "usual"];
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(isNowOpen) => !isNowOpen && toasts.dismiss(id)}
      onPause={() => toasts.pause(id)}
      onResume={() => toasts.resume(id)}
      className={`toast flex gap-3 rounded-card border py-3 pr-1.5 pl-4 shadow-soft ${colors}`}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={`mt-2.5 shrink-0 ${iconColor}`} />
      <div className="min-w-0 flex-1 py-2">
        <Radix.Title className="font-semibold">{title}</Radix.Title>
        {description && <Radix.Description className="text-pretty text-sm">{description}</Radix.Description>}
      </div>
      {action && (
        <Radix.Action
          altText={action.label}
          onClick={action.act}
          className="min-h-11 shrink-0 self-start rounded-control px-3 font-semibold underline underline-offset-4 outline-current hover:bg-current/10"
        >
          {action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Close"
        className="grid size-11 shrink-0 place-items-center rounded-full outline-current hover:bg-current/10"
      >
        <X size={20} strokeWidth={1.75} aria-hidden="true" />
      </Radix.Close>
    </Radix.Root>
  );
}
