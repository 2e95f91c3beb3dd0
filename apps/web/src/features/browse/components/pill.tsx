import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** `isOn` when the pill's filter is active. */
export const pillStyle = (isOn: boolean): string =>
  `inline-flex min-h-11 min-w-0 items-center gap-2 rounded-full border bg-surface px-4 font-semibold text-sm transition-colors duration-120 hover:bg-subtle ${isOn ? "border-ink" : "border-line"}`;

export function PillFace({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 truncate">{children}</span>
    </>
  );
}
