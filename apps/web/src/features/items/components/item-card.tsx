import type { ItemView } from "@nexby/contract/items";
import type { Position } from "@nexby/domain/kernel/distance";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { FavoriteButton } from "../../../components/favorites/favorite-button.tsx";
import { CONDITION_LABELS } from "../../../lib/item-labels.ts";
import { formatMoney } from "../../../lib/money.ts";
import { localMemory } from "../../../lib/safe-storage.ts";
import { storedPlace } from "../../../lib/visitor-place.ts";
import { item as itemQuery } from "../api/items.ts";
import { cardItemOf, INVALID_ITEM } from "../card-item.ts";
import { whereaboutsOf } from "../item-words.ts";
import { CardPhoto } from "./card-photo.tsx";
import { Rating } from "./rating.tsx";

type Props = {
  item: ItemView;
  /** Whether its photo is among the first things seen. */
  isFirst?: boolean;
  /** Of the title, below the heading of the list. */
  headingLevel?: 2 | 3;
  /** From where it is so far away; where nobody says, from where the visitor is. */
  from?: Position | null;
  /** How long it is wanted, by how many are. */
  unitDays?: number | null;
};

export function ItemCard({ item, isFirst = false, headingLevel = 2, from = null, unitDays = null }: Props) {
  const client = useQueryClient();
  const [stored] = useState(() => storedPlace(localMemory));
  const place = from ?? stored;
  const card = cardItemOf(item);
  const Heading = `h${headingLevel}` as const;

  if (!card) {
    return (
      <p className="grid aspect-3/2 place-items-center rounded-card border border-line border-dashed text-muted">
        {INVALID_ITEM}
      </p>
    );
  }
  return (
    <div className="relative">
      <Link
        href={`/listings/${card.id}`}
        className="group block rounded-card outline-offset-4"
        onPointerEnter={() => void client.prefetchQuery(itemQuery(card.id))}
      >
        <div className="relative overflow-hidden rounded-card bg-sunken">
          <CardPhoto image={card.images[0]} placeholder={item.placeholder} title={card.title} isFirst={isFirst} />
          {!card.isAvailable && (
            <span className="absolute top-3 left-3 rounded-full bg-surface px-3 py-1 font-semibold text-ink text-xs shadow-soft">
              Unavailable
            </span>
          )}
        </div>
        <div className="mt-3 flex items-center justify-between gap-3">
          <Heading className="truncate font-semibold underline-offset-4 group-hover:underline">{card.title}</Heading>
          <span className="shrink-0">
            <Rating average={card.averageRating} />
          </span>
        </div>
        <p className="truncate text-muted text-sm">
          {[
            whereaboutsOf(card, place),
            CONDITION_LABELS[card.condition],
            ...(card.isAvailable ? ["Available"] : []),
          ].join(" · ")}
        </p>
        {card.dailyRate !== null && (
          <p className="mt-0.5 tabular-nums">
            <strong className="font-bold">{formatMoney(card.dailyRate)}</strong> / day
            {unitDays !== null && unitDays > 1 && (
              <span className="text-muted text-sm">
                {" "}
                · {formatMoney(totalOf(card.dailyRate, unitDays))} total before fees
              </span>
            )}
          </p>
        )}
      </Link>
      <FavoriteButton itemId={card.id} title={card.title} className="absolute top-2 right-2" />
    </div>
  );
}

const totalOf = (dailyRate: string, unitDays: number): string =>
  ((Math.round(Number(dailyRate) * 100) * unitDays) / 100).toFixed(2);
