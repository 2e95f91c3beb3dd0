import { photoUrl } from "@nexby/contract/urls";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { Photo } from "../../../components/ui/photo.tsx";
import { formatMoney } from "../../../lib/format.ts";
import { getItem as itemQuery } from "../api.ts";
import { shortNameOf } from "./item-card.tsx";

const CARD = "flex w-full items-center gap-4 rounded-card border border-line bg-surface p-3 text-left";

/** A one-line item summary. Renders nothing for a deleted item. */
export function ItemSummary({ itemId }: { itemId: string }) {
  const { data: item, isPending } = useQuery(itemQuery(itemId));

  if (isPending) {
    return (
      <SkeletonArea label="Loading item">
        <div className={CARD}>
          <SkeletonBar shape="control" className="h-16 w-24" />
          <SkeletonBar className="h-4 w-40" />
        </div>
      </SkeletonArea>
    );
  }
  if (!item) return null;
  return (
    <Link href={`/listings/${item.id}`} className={`${CARD} transition-colors duration-120 hover:bg-subtle`}>
      <Photo
        src={item.images[0] && photoUrl(item.images[0], "card")}
        alt=""
        width={96}
        height={64}
        errorLabel="Image error"
        className="h-16 w-24 shrink-0 rounded-control"
      />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{item.title}</span>
        <span className="block truncate text-muted text-sm tabular-nums">
          {formatMoney(item.dailyRate)} / day · {shortNameOf(item.owner)}
        </span>
      </span>
    </Link>
  );
}
