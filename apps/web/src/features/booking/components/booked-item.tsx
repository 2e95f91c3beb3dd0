import type { ItemDetailView } from "@nexby/contract/items";
import { photoUrl } from "@nexby/contract/photo-url";
import { Link } from "wouter";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { Photo } from "../../../components/ui/photo.tsx";

/** What is asked for, and from whom. */
export function BookedItem({ item }: { item: ItemDetailView }) {
  const owner = [item.owner.firstName, item.owner.lastName].filter(Boolean).join(" ");
  return (
    <section aria-labelledby="booked-item" className="overflow-hidden rounded-card border border-line bg-surface">
      <Photo
        src={item.images[0] && photoUrl(item.images[0], "cardDouble")}
        alt=""
        width={800}
        height={534}
        errorLabel="Image unavailable"
        className="aspect-3/2 w-full"
      />
      <div className="p-5 md:p-6">
        <h2 id="booked-item" className="break-words display-type text-xl">
          {item.title}
        </h2>
        <p className="text-muted">{item.location}</p>
        <p className="mt-4 flex items-center gap-3">
          <Avatar person={item.owner} size="small" />
          <span className="min-w-0 break-words">Shared by {owner || "a neighbor"}</span>
        </p>
        <Link href={`/listings/${item.id}`} className={`${TEXT_LINK_STYLE} mt-2 -mb-2`}>
          View listing
        </Link>
      </div>
    </section>
  );
}
