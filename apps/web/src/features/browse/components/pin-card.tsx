import type { ItemView } from "@nexby/contract/items";
import { photoUrl } from "@nexby/contract/photo-url";
import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { ChevronRight, Star, X } from "lucide-react";
import type { Ref } from "react";
import { Link } from "wouter";
import { Photo } from "../../../components/ui/photo.tsx";
import { CONDITION_LABELS } from "../../../lib/item-labels.ts";
import { formatMiles } from "../../../lib/miles.ts";
import { formatMoney } from "../../../lib/money.ts";
import type { CardEnd } from "../covered-spots.ts";

type Props = {
  item: ItemView;
  end: CardEnd;
  from: Position | null;
  /** None: it goes by itself. */
  onClose: (() => void) | null;
  /** More at the very same spot. */
  others: { label: string; onNext: () => void } | null;
  link: Ref<HTMLAnchorElement>;
};

const END: Record<CardEnd, string> = { head: "top-27 lg:top-17", foot: "bottom-24 lg:bottom-30" };

/** The item of a pin, over the map. */
export function PinCard({ item, end, from, onClose, others, link }: Props) {
  const [image] = item.images;
  const where = from ? `${formatMiles(milesBetween(from, item))} away` : item.location;

  return (
    <div
      className={`absolute inset-x-3 z-10 mx-auto flex max-w-md animate-[appear_120ms] overflow-hidden rounded-card border border-line bg-surface shadow-deep lg:right-17 lg:mx-0 dark:border-line-strong ${END[end]}`}
    >
      <Link
        ref={link}
        href={`/listings/${item.id}`}
        className="group flex min-w-0 flex-1 rounded-card -outline-offset-2"
      >
        <Photo
          src={image && photoUrl(image, "card")}
          alt=""
          width={128}
          height={112}
          errorLabel="Image error"
          placeholder={item.placeholder}
          className="h-28 w-32 shrink-0"
        />
        <div className="min-w-0 flex-1 py-3 pr-2 pl-4">
          <p className="truncate font-semibold underline-offset-4 group-hover:underline">{item.title}</p>
          <p className="truncate text-muted text-sm">
            {where} · {CONDITION_LABELS[item.condition]}
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 tabular-nums">
            <span>
              <strong className="font-bold">{formatMoney(item.dailyRate)}</strong> / day
            </span>
            {item.averageRating !== null && (
              <span className="flex items-center gap-1 text-sm">
                <Star size={14} aria-hidden="true" className="fill-current" />
                <span className="sr-only">Rated</span> {item.averageRating.toFixed(1)}
              </span>
            )}
          </p>
        </div>
      </Link>
      {onClose && (
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-subtle"
        >
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      {others && (
        <button
          type="button"
          onClick={others.onNext}
          className="absolute right-0 bottom-0 flex min-h-11 items-center gap-1 rounded-control pr-3 pl-2 font-semibold text-sm tabular-nums hover:bg-subtle"
        >
          {others.label}
          <span className="sr-only">here, show the next</span>
          <ChevronRight size={16} strokeWidth={2} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
