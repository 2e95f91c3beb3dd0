import type { CurrentUserView } from "@nexby/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../components/ui/button-style.ts";
import { ErrorCard } from "../components/ui/error-card.tsx";
import { foundFirst } from "../features/items/api/items.ts";
import { ItemGrid, ItemGridSkeleton } from "../features/items/components/item-grid.tsx";
import { placesLike } from "../lib/places.ts";
import { PRODUCT_NAME } from "../lib/product.ts";
import { localMemory } from "../lib/safe-storage.ts";
import { browsePath, NO_SEARCH } from "../lib/search-address.ts";
import { storedPlace, type VisitorPlace } from "../lib/visitor-place.ts";

const ITEMS_SHOWN = 8;

/** What is near, of whom we know where they are; what is new, for all others. */
export function NearYou({ user }: { user: CurrentUserView }) {
  const place = useOwnPlace(user);
  const search = { ...NO_SEARCH, position: place ?? null, place: place?.name ?? null };
  const { data: items, isError, refetch } = useQuery({ ...foundFirst(search), enabled: place !== undefined });
  const title = place === null ? `New on ${PRODUCT_NAME}` : "Near you";

  return (
    <section aria-label={title} className="page-width">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6">
        <h2 className="display-type text-2xl">{title}</h2>
        <Link href={browsePath(search)} className={TEXT_LINK_STYLE}>
          View All
        </Link>
      </div>
      {items?.length === 0 && <p className="text-muted">Nobody nearby has shared anything yet.</p>}
      {items && <ItemGrid items={items.slice(0, ITEMS_SHOWN)} headingLevel={3} />}
      {!items && (isError ? <ErrorCard onRetry={() => void refetch()} /> : <ItemGridSkeleton />)}
    </section>
  );
}

/** Where they last looked, else the town they live in; undefined until that is known. */
function useOwnPlace({ city, state }: CurrentUserView): VisitorPlace | null | undefined {
  const [stored] = useState(() => storedPlace(localMemory));
  const town = !stored && city && state ? `${city}, ${state}` : null;
  const { data, isPending } = useQuery({ ...placesLike(town ?? ""), enabled: town !== null });
  if (stored) return stored;
  if (town && isPending) return undefined;
  const [best] = data ?? [];
  return best ? { latitude: best.latitude, longitude: best.longitude, name: best.label } : null;
}
