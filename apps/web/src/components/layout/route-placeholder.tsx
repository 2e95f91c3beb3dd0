import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { isAdminRoute } from "../../lib/paths.ts";
import { Placeholder, reloadPage, SkeletonBar } from "../ui/loading.tsx";

type Kind = "dashboard" | "form" | "grid" | "spinner";

const BY_WORDS: readonly [words: readonly string[], placeholder: Kind][] = [
  [["create", "edit", "profile"], "form"],
  [["browse", "listings"], "grid"],
];

export const SPINNER_TEXT = "Loading...";

/** Placeholder while a page's code loads, by the words in its path. */
export function placeholderOf(path: string): Kind {
  if (isAdminRoute(path)) return "dashboard";
  const found = BY_WORDS.find(([words]) => words.some((word) => path.includes(word)));
  return found?.[1] ?? "spinner";
}

const CARDS = ["a", "b", "c", "d", "e", "f", "g", "h"];
const FIELDS = ["a", "b", "c", "d"];
const FIGURES = ["a", "b", "c"];
const ROWS = ["a", "b", "c", "d", "e"];

const PLACEHOLDERS: Record<Kind, ReactNode> = {
  dashboard: (
    <div className="grid gap-6">
      <SkeletonBar className="h-9 w-64 max-w-full" />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
        {FIGURES.map((figure) => (
          <SkeletonBar key={figure} shape="card" className="h-24" />
        ))}
      </div>
      <div className="grid gap-3">
        {ROWS.map((row) => (
          <SkeletonBar key={row} shape="control" className="h-14" />
        ))}
      </div>
    </div>
  ),
  form: (
    <div className="grid max-w-2xl gap-6">
      <SkeletonBar className="h-9 w-64 max-w-full" />
      {FIELDS.map((field) => (
        <div key={field} className="grid gap-2">
          <SkeletonBar className="h-4 w-28" />
          <SkeletonBar shape="control" className="h-11" />
        </div>
      ))}
      <SkeletonBar shape="control" className="h-11 w-40" />
    </div>
  ),
  grid: (
    <div className="grid gap-6">
      <SkeletonBar className="h-9 w-64 max-w-full" />
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {CARDS.map((card) => (
          <div key={card} className="grid gap-3">
            <SkeletonBar shape="card" className="aspect-3/2" />
            <SkeletonBar className="h-4 w-3/4" />
            <SkeletonBar className="h-4 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  ),
  spinner: (
    <div className="grid min-h-[50svh] place-content-center justify-items-center gap-3 text-muted">
      <LoaderCircle size={36} strokeWidth={1.75} aria-hidden="true" className="animate-spin text-primary" />
      {SPINNER_TEXT}
    </div>
  ),
};

/** Shown in place of a page while its code loads. */
export function RoutePlaceholder({ path }: { path: string }) {
  const placeholder = placeholderOf(path);
  return (
    <Placeholder size="page" onRetry={reloadPage}>
      <div role="status" data-placeholder={placeholder} className="page-width pt-6 md:pt-12">
        {placeholder !== "spinner" && <span className="sr-only">{SPINNER_TEXT}</span>}
        {PLACEHOLDERS[placeholder]}
      </div>
    </Placeholder>
  );
}
