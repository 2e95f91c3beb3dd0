import { Check, type LucideIcon, X } from "lucide-react";
import { type ReactNode, useId } from "react";

type Props = { title: string; text?: ReactNode; children: ReactNode };

/** Section whose heading is beside its content on wide screens. */
export function Section({ title, text, children }: Props) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-1 gap-x-10 gap-y-5 border-line border-b pb-8 last:border-b-0 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={heading} className="display-type text-xl">
          {title}
        </h2>
        {text && <p className="mt-1 max-w-prose text-pretty text-muted text-sm">{text}</p>}
      </div>
      <div className="min-w-0 max-w-xl">{children}</div>
    </section>
  );
}

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
