import { Star } from "lucide-react";

export function Rating({ average }: { average: number | null }) {
  if (average === null) return <span className="font-medium text-ink">New</span>;
  return (
    <span className="flex items-center gap-1.5 font-medium text-ink tabular-nums">
      <Star size={14} aria-hidden="true" className="fill-current" />
      <span className="sr-only">Rated</span> {average.toFixed(1)}
    </span>
  );
}
