import { type ComponentType, useEffect, useState } from "react";
import { type Toast, useToast } from "../../lib/toasts.ts";

/** Most visits bring no toast: the code that shows them comes with the first. */
export function Toaster() {
  const toast = useToast();
  const [View, setView] = useState<ComponentType<{ toast: Toast | null }> | null>(null);
  const isWanted = toast !== null && View === null;

  useEffect(() => {
    if (!isWanted) return;
    import("./toast-view.tsx").then(
      (module) => setView(() => module.ToastView),
      // Without its code there is no toast; what matters is also said on the page.
      () => undefined,
    );
  }, [isWanted]);

  return View && <View toast={toast} />;
}
