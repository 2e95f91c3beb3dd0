import type { ItemView } from "@nexby/contract/listings/items";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { lastViewed } from "../api.ts";

const SHOWN = 4;

/** Hidden until the visitor has viewed an item. */
export function RecentlyViewedRow({ grid }: { grid: (items: readonly ItemView[]) => ReactNode }) {
  const heading = useId();
  const { data } = useInfiniteQuery(lastViewed(SHOWN));
  const items = data?.pages[0]?.body ?? [];

  if (items.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="page-width">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id={heading} className="display-type text-2xl">
          Recently viewed
        </h2>
        <Link href="/saved?tab=viewed" aria-label="View all recently viewed" className={TEXT_LINK_STYLE}>
          View All
        </Link>
      </div>
      {grid(items)}
    </section>
  );
}
