import { useIsRestoring } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { toasts } from "../../lib/toasts.ts";

const SHAPES = { line: "rounded-md", control: "rounded-control", card: "rounded-card", circle: "rounded-full" };

type BarProps = { shape?: keyof typeof SHAPES; className: string };

export function SkeletonBar({ shape = "line", className }: BarProps) {
  return <span aria-hidden="true" className={`shimmer block ${SHAPES[shape]} ${className}`} />;
}

/**
 * A prerendered page has its skeleton from the start. Later skeletons are delayed, so that fast responses never show
 * one.
 */
export function SkeletonArea({ label, children }: { label: string; children: ReactNode }) {
  const [isPrerendered] = useState(useIsRestoring());

  return (
    <div className={isPrerendered ? undefined : "appear-late"}>
      <p className="sr-only">{label}</p>
      {children}
    </div>
  );
}

/** Covers the page below the header until we know what may be shown. */
export function FullScreenSpinner() {
  return (
    <div role="status" className="fixed inset-0 z-10 grid place-items-center bg-canvas">
      <LoaderCircle size={36} strokeWidth={1.75} aria-hidden="true" className="animate-spin text-primary" />
      <span className="sr-only">Loading...</span>
    </div>
  );
}

type Props<PartProps> = {
  /** Must be a stable function: a new one would load again. */
  load: () => Promise<ComponentType<PartProps>>;
  props: PartProps;
  /** Shown until the component has loaded. */
  fallback?: ReactNode;
  /** The user did not ask for it, so a failure to load needs no message. */
  isOptional?: boolean;
};

const NOT_LOADED = {
  title: "This did not load",
  description: "Check your connection and refresh the page.",
  isDestructive: true,
};

/**
 * Part of a page whose code loads when it is first shown. A failure to load shows a toast and leaves the rest of the
 * page alone: an error here would take down the whole shell.
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
