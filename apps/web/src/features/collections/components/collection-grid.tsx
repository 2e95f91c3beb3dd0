import type { ItemView } from "@nexby/contract/items";
import type { ReactNode, Ref } from "react";
import { CARD_COLUMNS } from "../../../components/ui/card-columns.ts";

type Props = {
  label: string;
  items: readonly ItemView[];
  card: (item: ItemView) => ReactNode;
  /** Below a card. */
  action?: (item: ItemView) => ReactNode;
  ref?: Ref<HTMLUListElement>;
};

/** Cards of items somebody came back for: one that is paused stays and says so. */
export function CollectionGrid({ label, items, card, action, ref }: Props) {
  return (
    <ul ref={ref} aria-label={label} className={CARD_COLUMNS.three}>
      {items.map((item) => (
        <li key={item.id} className="min-w-0">
          {card(item)}
          {!item.isAvailable && <p className="mt-1 font-semibold text-sm">Not available right now</p>}
          {action?.(item)}
        </li>
      ))}
    </ul>
  );
}
