import type { PointerEvent } from "react";
import { countOf } from "../../../lib/count-of.ts";
import { formatMoney } from "../../../lib/money.ts";
import type { Spot } from "../clusters.ts";
import { useIsLit, useLit } from "../lit.ts";

const SHAPE =
  "flex min-h-11 min-w-11 items-center justify-center rounded-full outline-offset-0 [&>span]:transition-colors [&>span]:duration-120";
const FACE =
  "rounded-full border border-line bg-surface px-3 py-1.5 font-bold text-ink text-sm tabular-nums shadow-soft dark:border-line-strong";
const LIT_FACE =
  "rounded-full border border-ink bg-ink px-3 py-1.5 font-bold text-sm text-surface tabular-nums shadow-deep";

type Props = { spot: Spot; ids: readonly string[]; isSelected: boolean; onSelect: () => void };

/** What an item costs, where it is; or how many there are. */
export function PricePin({ spot, ids, isSelected, onSelect }: Props) {
  const lit = useLit();
  const isLit = useIsLit(ids) || isSelected;
  const [item] = spot.items;
  if (!item) return null;
  const isOne = spot.items.length === 1;
  const canOpen = spot.zoomIn === null;
  const light = () => lit.set(isOne ? { id: item.id, by: "pin" } : null);
  const enter = (event: PointerEvent) => event.pointerType === "mouse" && light();

  return (
    <button
      type="button"
      aria-label={
        isOne
          ? `${formatMoney(item.dailyRate)} per day: ${item.title}`
          : `${countOf(spot.items.length, "item")}, ${canOpen ? "show one after the other" : "zoom in"}`
      }
      aria-pressed={canOpen ? isSelected : undefined}
      data-lit={isLit || undefined}
      onPointerEnter={enter}
      onPointerLeave={() => lit.set(null)}
      onFocus={light}
      onBlur={() => lit.set(null)}
      onClick={onSelect}
      className={SHAPE}
    >
      {isOne ? (
        <span className={isLit ? LIT_FACE : FACE}>{formatMoney(item.dailyRate)}</span>
      ) : (
        <span
          className={`grid size-10 place-items-center rounded-full font-bold text-sm tabular-nums shadow-soft ring-4 ${isLit ? "bg-ink text-surface ring-ink/25" : "bg-primary text-on-primary ring-primary/25"}`}
        >
          {spot.items.length}
        </span>
      )}
    </button>
  );
}
