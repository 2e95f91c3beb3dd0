import { type ComponentType, useEffect, useState } from "react";
import { type Toast, toasts, useToast } from "../../lib/toasts.ts";

/** Most visits bring no toast: the code that shows them loads with the first. Its time starts when it can be read. */
export function Toaster() {
  const toast = useToast();
  const [View, setView] = useState<ComponentType<{ toast: Toast | null }> | null>(null);
  const waitingId = View === null ? (toast?.id ?? null) : null;

  useEffect(() => {
    if (waitingId === null) return;
    toasts.pause(waitingId);
    import("./toast-view.tsx").then(
      (module) => {
        setView(() => module.ToastView);
        toasts.resume(waitingId);
      },
      // Without its code there is no toast; what matters is also said on the page.
      () => undefined,
    );
  }, [waitingId]);

  return View && <View toast={toast} />;
}
