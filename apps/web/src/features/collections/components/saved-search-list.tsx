import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "wouter";
import magnifyingGlass from "../../../assets/magnifying-glass.webp";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { savedSearches } from "../api/saved-searches.ts";
import { SavedSearchCard } from "./saved-search-card.tsx";

export function SavedSearchList() {
  const list = useRef<HTMLDivElement>(null);
  const { data: searches, isError, refetch } = useQuery(savedSearches());
  const focusPanel = () => list.current?.closest<HTMLElement>("[role=tabpanel]")?.focus({ preventScroll: true });

  if (!searches) return isError ? <ErrorCard onRetry={() => void refetch()} /> : <SavedSearchesSkeleton />;
  return (
    <div ref={list}>
      {searches.length === 0 ? (
        <EmptyState
          picture={magnifyingGlass}
          title="No saved searches yet"
          text="Search for something and save it. We tell you once a day when new items fit."
        >
          <Link href="/browse" className={BUTTON_STYLE.primary}>
            Search items
          </Link>
        </EmptyState>
      ) : (
        <ul aria-label="Saved searches" className="grid gap-4">
          {searches.map((saved) => (
            <li key={saved.id} className="min-w-0">
              <SavedSearchCard saved={saved} onGone={focusPanel} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SavedSearchesSkeleton() {
  return (
    <SkeletonArea label="Loading saved searches">
      <div className="grid gap-4">
        {["a", "b", "c"].map((row) => (
          <SkeletonBar key={row} shape="card" className="h-52 sm:h-44" />
        ))}
      </div>
    </SkeletonArea>
  );
}
