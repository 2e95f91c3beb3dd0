import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useNearView } from "../../../lib/use-near-view.ts";
import { similarItems } from "../api/items.ts";
import { ItemGrid, ItemPlaceholders } from "./item-grid.tsx";

/** Others of the same kind. A page without any says nothing about them. */
export function SimilarItems({ itemId }: { itemId: string }) {
  const area = useRef<HTMLElement>(null);
  const isNear = useNearView(area, false);
  const { data: items, isError } = useQuery({ ...similarItems(itemId), enabled: isNear });

  if (isError || items?.length === 0) return null;
  return (
    <section ref={area} aria-labelledby="similar" className="border-line border-t pt-8">
      <h2 id="similar" className="mb-5 display-type text-xl">
        Similar items
      </h2>
      {items ? (
        <ItemGrid items={items} columns="three" headingLevel={3} />
      ) : (
        <ItemPlaceholders count={3} columns="three" />
      )}
    </section>
  );
}
