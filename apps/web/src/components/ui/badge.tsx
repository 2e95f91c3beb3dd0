import { Check, type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";

const LOOKS = {
  good: { colors: "bg-success-soft text-on-success-soft", Icon: Check },
  waiting: { colors: "bg-warning-soft text-on-warning-soft", Icon: null },
  bad: { colors: "bg-danger-soft text-on-danger-soft", Icon: X },
  plain: { colors: "bg-subtle text-ink", Icon: null },
} satisfies Record<string, { colors: string; Icon: LucideIcon | null }>;

export function Badge({ look, children }: { look: keyof typeof LOOKS; children: ReactNode }) {
  const { colors, Icon } = LOOKS[look];
  return (
    <span
      className={`inline-flex h-6 w-max shrink-0 items-center gap-1 rounded-full px-2.5 font-semibold text-xs ${colors}`}
    >
      {Icon && <Icon size={14} strokeWidth={2.25} aria-hidden="true" />}
      {children}
    </span>
  );
}
