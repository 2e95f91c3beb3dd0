import { type ComponentType, useEffect, useState } from "react";
import { type Toast, toasts, useToast } from "../../lib/toasts.ts";

/** Most visits show no toast, so the view's code loads with the first one. Its timer starts once it can be read. */
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
      // Without the code there is no toast; anything important is also shown on the page.
      () => undefined,
    );
  }, [waitingId]);

  return View && <View toast={toast} />;
}
