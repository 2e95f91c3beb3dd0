import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const SHAPE =
  "inline-flex min-h-11 min-w-0 items-center gap-2 rounded-full border px-4 font-semibold text-sm transition-colors duration-120 hover:bg-subtle";

type Props = {
  Icon: LucideIcon;
  /** Whether something is chosen by it. */
  isOn?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** Opens a part of the filters. */
export function PillButton({ Icon, isOn = false, onClick, children }: Props) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className={`${SHAPE} bg-surface ${isOn ? "border-ink" : "border-line"}`}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 truncate">{children}</span>
    </button>
  );
}
