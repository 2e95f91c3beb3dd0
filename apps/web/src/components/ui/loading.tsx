import { useIsRestoring } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { toasts } from "../../lib/toasts.ts";

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

/** Covers the page below the header while nobody knows what may be shown. */
export function FullScreenSpinner() {
  return (
    <div role="status" className="fixed inset-0 z-10 grid place-items-center bg-canvas">
      <LoaderCircle size={36} strokeWidth={1.75} aria-hidden="true" className="animate-spin text-primary" />
      <span className="sr-only">Loading...</span>
    </div>
  );
}

type Props<PartProps> = {
  /** Always the same function: an other one would load anew. */
  load: () => Promise<ComponentType<PartProps>>;
  props: PartProps;
  /** Until it is there. */
  fallback?: ReactNode;
  /** Nobody asked for it: it may stay away without a word. */
  isOptional?: boolean;
};

const NOT_LOADED = {
  title: "This did not load",
  description: "Check your connection and refresh the page.",
  isDestructive: true,
};

/**
 * A part of a page whose code comes when it is first shown. Should it not come, that is said, and the rest of the page
 * goes on: an error here would take the whole frame with it.
 */
export function LazyPart<PartProps extends object>({
  load,
  props,
  fallback = null,
  isOptional = false,
}: Props<PartProps>) {
  const [Part, setPart] = useState<ComponentType<PartProps> | null>(null);

  useEffect(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => isOptional || toasts.show(NOT_LOADED),
    );
  }, [load, isOptional]);

  return Part ? <Part {...props} /> : fallback;
}
