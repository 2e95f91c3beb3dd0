import { ChevronLeft, ChevronRight } from "lucide-react";

type Props = { direction: 1 | -1; label: string; className: string; onClick: () => void };

export function ScrollButton({ direction, label, className, onClick }: Props) {
  const Icon = direction === 1 ? ChevronRight : ChevronLeft;

  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`size-11 place-items-center rounded-full border border-line bg-surface dark:border-line-strong text-ink shadow-soft transition-colors duration-120 hover:bg-subtle ${className}`}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
