import type { ReactNode } from "react";
import { Link } from "wouter";

type Props = { href: string; label: string; isSelected: boolean; picture: ReactNode };

export const RAIL_CELL = "flex h-18 w-max min-w-18 flex-col items-center justify-center gap-1.5 px-3";

export function RailLink({ href, label, isSelected, picture }: Props) {
  return (
    <Link
      href={href}
      aria-current={isSelected ? "true" : undefined}
      className={`${RAIL_CELL} group rounded-card font-medium text-label text-muted -outline-offset-2 transition-colors duration-120 hover:bg-subtle hover:text-ink aria-current:bg-subtle aria-current:text-ink`}
    >
      <span className="transition-transform duration-120 group-hover:-translate-y-0.5">{picture}</span>
      {label}
    </Link>
  );
}
