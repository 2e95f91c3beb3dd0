import type { LucideIcon } from "lucide-react";

type Props = {
  label: string;
  Icon: LucideIcon;
  onClick: () => void;
  /** Does nothing now, but keeps the focus, which a disabled button would lose. */
  isOff?: boolean;
  isOverPhoto?: boolean;
  className?: string;
};

/** The circle is small, the target is not. */
export function TileButton({ label, Icon, onClick, isOff = false, isOverPhoto = false, className = "" }: Props) {
  const look = isOverPhoto ? "rounded-full bg-surface/90 p-1.5 text-ink shadow-soft" : "p-1.5";
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onClick()}
      className={`grid size-11 place-items-center rounded-control aria-disabled:opacity-40 ${isOverPhoto ? "" : "hover:bg-subtle"} ${className}`}
    >
      <span className={look}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
    </button>
  );
}
