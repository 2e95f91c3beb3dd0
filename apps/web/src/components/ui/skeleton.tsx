import { useIsRestoring } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

const SHAPES = { line: "rounded-md", control: "rounded-control", card: "rounded-card", circle: "rounded-full" };

type BarProps = { shape?: keyof typeof SHAPES; className: string };

export function SkeletonBar({ shape = "line", className }: BarProps) {
  return <span aria-hidden="true" className={`shimmer block ${SHAPES[shape]} ${className}`} />;
}

/** The skeleton of a prerendered page is there from the start; any later one waits, so that quick answers never show it. */
export function SkeletonArea({ label, children }: { label: string; children: ReactNode }) {
  const [isPrerendered] = useState(useIsRestoring());

  return (
    <div className={isPrerendered ? undefined : "appear-late"}>
      <p className="sr-only">{label}</p>
      {children}
    </div>
  );
}
