import { CircleAlert, CircleCheck, Info, type LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { MessageCard } from "./message-card.tsx";

const LOOKS = {
  problem: { colors: "bg-danger-soft text-on-danger-soft", Icon: CircleAlert },
  success: { colors: "bg-success-soft text-on-success-soft", Icon: CircleCheck },
  information: { colors: "bg-info-soft text-on-info-soft", Icon: Info },
} satisfies Record<string, { colors: string; Icon: LucideIcon }>;

type NoticeProps = {
  look: keyof typeof LOOKS;
  /** Makes screen readers announce it when it appears. Not needed if the page shows it from the start. */
  role?: "alert" | "status";
  title?: string;
  children?: ReactNode;
  className?: string;
  ref?: Ref<HTMLDivElement>;
};

/** Focusable, so that it can be brought into view. */
export function Notice({ look, role, title, children, className = "", ref }: NoticeProps) {
  const { colors, Icon } = LOOKS[look];

  return (
    <div
      ref={ref}
      role={role}
      tabIndex={-1}
      className={`flex scroll-mt-24 gap-3 rounded-control px-4 py-3 outline-offset-2 ${colors} ${className}`}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="min-w-0 text-pretty">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}

type EmptyStateProps = { picture: string; title?: string; text: ReactNode; children?: ReactNode };

/** Replaces an empty list: says what will be there and what to do until then. */
export function EmptyState({ picture, title, text, children }: EmptyStateProps) {
  return (
    <div className="rounded-card border border-line border-dashed">
      <MessageCard
        picture={<img src={picture} alt="" width={96} height={96} />}
        title={title && <h2 className="mt-4 display-type text-xl">{title}</h2>}
        text={text}
      >
        {children}
      </MessageCard>
    </div>
  );
}
