import { useIsRestoring, useQueryClient } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { refetchMissing } from "../../lib/api/queries.ts";
import { toasts } from "../../lib/toasts.ts";
import { ErrorCard, SmallError } from "./message-card.tsx";

const SHAPES = { line: "rounded-md", control: "rounded-control", card: "rounded-card", circle: "rounded-full" };

type BarProps = { shape?: keyof typeof SHAPES; className: string };

export function SkeletonBar({ shape = "line", className }: BarProps) {
  return <span aria-hidden="true" className={`shimmer block ${SHAPES[shape]} ${className}`} />;
}

/** A placeholder that is still there after this time is replaced by a message. */
const PATIENCE_MS = 3_000;

/** True once the loading, or a new attempt at it, has taken too long. */
export function useIsLate(isLoading: boolean, attempt = 0): boolean {
  const [isLate, setIsLate] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt gets the full time
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isLoading, attempt]);

  return isLate;
}

type PlaceholderProps = {
  children: ReactNode;
  /** By default, fetches the data that the page still lacks. */
  onRetry?: () => void;
  /** The whole page has a first heading, a part of it a second one, and a small part none. */
  size?: "page" | "part" | "small" | undefined;
};

/**
 * Every placeholder of loading content is inside one of these: after three seconds, a message with a retry takes its
 * place. The content replaces both whenever it arrives.
 */
export function Placeholder({ children, onRetry, size = "part" }: PlaceholderProps) {
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const isLate = useIsLate(true, attempt);
  const retry = () => {
    setAttempt(attempt + 1);
    if (onRetry) onRetry();
    else void refetchMissing(client);
  };

  if (!isLate) return children;
  if (size === "small") return <SmallError onRetry={retry} />;
  if (size === "part") return <ErrorCard onRetry={retry} />;
  return (
    <div className="page-width py-16">
      <ErrorCard heading={(text) => <h1 className="mt-5 display-type text-2xl">{text}</h1>} onRetry={retry} />
    </div>
  );
}

type SkeletonAreaProps = Pick<PlaceholderProps, "size" | "children"> & { label: string };

/**
 * A prerendered page has its skeleton from the start. Later skeletons are delayed, so that fast responses never show
 * one.
 */
export function SkeletonArea({ label, size, children }: SkeletonAreaProps) {
  const [isPrerendered] = useState(useIsRestoring());

  return (
    <Placeholder size={size}>
      <div className={isPrerendered ? undefined : "appear-late"}>
        <p className="sr-only">{label}</p>
        {children}
      </div>
    </Placeholder>
  );
}

/** Covers the page below the header until we know what may be shown. */
export function FullScreenSpinner() {
  return (
    <Placeholder size="page">
      <div role="status" className="fixed inset-0 z-10 grid place-items-center bg-canvas">
        <LoaderCircle size={36} strokeWidth={1.75} aria-hidden="true" className="animate-spin text-primary" />
        <span className="sr-only">Loading...</span>
      </div>
    </Placeholder>
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

export const NOT_LOADED = {
  title: "This didn’t load",
  description: "Check your connection and refresh the page.",
  isDestructive: true,
};

/** Browsers remember code that failed to load, so only a new page can load it. */
export const reloadPage = () => location.reload();

/**
 * Part of a page whose code loads when it is first shown. A failure to load replaces the fallback by a message, or
 * shows a toast where there is no fallback. It leaves the rest of the page alone: an error here would take down the
 * whole shell.
 */
export function LazyPart<PartProps extends object>({
  load,
  props,
  fallback = null,
  isOptional = false,
}: Props<PartProps>) {
  const [Part, setPart] = useState<ComponentType<PartProps> | null>(null);
  const hasFallback = fallback !== null;

  useEffect(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      // A fallback turns into a message by itself.
      () => isOptional || hasFallback || toasts.show(NOT_LOADED),
    );
  }, [load, isOptional, hasFallback]);

  if (Part) return <Part {...props} />;
  if (!hasFallback) return null;
  return (
    <Placeholder size="small" onRetry={reloadPage}>
      {fallback}
    </Placeholder>
  );
}
