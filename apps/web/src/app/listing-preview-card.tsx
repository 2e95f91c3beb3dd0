import type { ItemDetailView } from "@nexby/contract/items";
import { ItemCard } from "../features/items/components/item-card.tsx";
import { ListingFacts } from "../features/items/components/listing-facts.tsx";

/** A listing as others will see it: its card, its words and what it asks of a rental. */
export function ListingPreviewCard({ item }: { item: ItemDetailView }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      {item.images.length > 0 ? (
        // It leads nowhere yet.
        <div inert className="w-full max-w-sm">
          <ItemCard item={item} headingLevel={3} />
        </div>
      ) : (
        <p className="text-muted">Your card appears here once there are photos.</p>
      )}
      <section aria-label="Summary" className="grid gap-5 rounded-card border border-line bg-surface p-5">
        <div>
          <h3 className="display-type break-words text-xl">{item.title}</h3>
          <p className="text-muted">{[item.location, ...item.categories.map(({ name }) => name)].join(" · ")}</p>
        </div>
        {item.description && <p className="whitespace-pre-line break-words">{item.description}</p>}
        <ListingFacts item={item} />
        {item.availabilityNotes && <p className="break-words text-muted">{item.availabilityNotes}</p>}
      </section>
    </div>
  );
}
