import type { ReactNode } from "react";

/** On narrow screens the main action stays in view, above the bottom bar. */
export function PayBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-pay-bar
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-(--page-gutter) mt-8 border-line border-t bg-surface px-(--page-gutter) py-3 md:bottom-0 lg:hidden"
    >
      {children}
    </div>
  );
}
