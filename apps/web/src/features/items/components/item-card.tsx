import type { ItemView } from "@nexby/contract/items";
import { photoUrl } from "@nexby/contract/photo-url";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { Photo } from "../../../components/ui/photo.tsx";
import { formatMoney } from "../../../lib/money.ts";
import { item as itemQuery } from "../api/items.ts";
import { CONDITION_LABELS } from "../item-words.ts";
import { Rating } from "./rating.tsx";

type Props = { item: ItemView; isInFirstRow: boolean; isFirst: boolean };

const SIZES = "(min-width: 1344px) 302px, (min-width: 1024px) 31vw, (min-width: 640px) 46vw, calc(100vw - 32px)";

export function ItemCard({ item, isInFirstRow, isFirst }: Props) {
  const client = useQueryClient();

  if (!item.id || !item.title) {
    return (
      <p className="grid aspect-3/2 place-items-center rounded-card border border-line border-dashed text-muted">
        Invalid item data
      </p>
    );
  }

  const [cover] = item.images;
  return (
    <Link
      href={`/listings/${item.id}`}
      className="group block rounded-card outline-offset-4"
      onPointerEnter={() => void client.prefetchQuery(itemQuery(item.id))}
    >
      <div className="relative overflow-hidden rounded-card bg-sunken">
        <Photo
          src={cover && photoUrl(cover, "card")}
          srcSet={cover && `${photoUrl(cover, "card")} 400w, ${photoUrl(cover, "cardDouble")} 800w`}
          sizes={SIZES}
          alt={item.title}
          width={400}
          height={267}
          loading={isInFirstRow ? "eager" : "lazy"}
          fetchPriority={isFirst ? "high" : "auto"}
          errorLabel="Image error"
          className="aspect-3/2 w-full transition-transform duration-200 group-hover:scale-[1.03]"
        />
        {!item.isAvailable && (
          <span className="absolute top-3 left-3 rounded-full bg-surface px-3 py-1 font-semibold text-ink text-xs shadow-soft">
            Unavailable
          </span>
        )}
      </div>
      <div className="mt-3 flex items-center justify-between gap-3">
        <h2 className="truncate font-semibold underline-offset-4 group-hover:underline">{item.title}</h2>
        <span className="shrink-0">
          <Rating average={item.averageRating} />
        </span>
      </div>
      <p className="truncate text-muted text-sm">
        {item.location} · {CONDITION_LABELS[item.condition]}
      </p>
      <p className="mt-0.5 tabular-nums">
        <strong className="font-bold">{formatMoney(item.dailyRate)}</strong> / day
      </p>
    </Link>
  );
}
