import type { ItemView } from "@nexby/contract/items";
import type { Position } from "@nexby/domain/kernel/distance";
import { type ReactNode, type Ref, useMemo } from "react";
import { CARD_COLUMNS, type CardColumns } from "../../../components/ui/card-columns.ts";
import { useIsLit, useLit } from "../lit.ts";

type CardFacts = { isFirst: boolean; headingLevel: 2 | 3; from: Position | null; unitDays: number | null };
export type CardSlot = (item: ItemView, facts: CardFacts) => ReactNode;

type Props = {
  items: readonly ItemView[];
  columns: CardColumns;
  facts: Omit<CardFacts, "isFirst">;
  card: CardSlot;
  ref?: Ref<HTMLUListElement>;
};

export function ResultsList({ items, columns, facts, card, ref }: Props) {
  return (
    <ul ref={ref} className={CARD_COLUMNS[columns]}>
      {items.map((item, index) => (
        <Entry key={item.id || index} id={item.id}>
          {card(item, { ...facts, isFirst: index === 0 })}
        </Entry>
      ))}
    </ul>
  );
}

/** Whoever points at a card sees where on the map it is, and the other way round. */
function Entry({ id, children }: { id: string; children: ReactNode }) {
  const lit = useLit();
  const ids = useMemo(() => [id], [id]);
  const isLit = useIsLit(ids, "pin");
  const light = () => lit.set({ id, by: "card" });
  const dim = () => lit.set(null);

  return (
    <li
      data-lit={isLit || undefined}
      onPointerEnter={light}
      onPointerLeave={dim}
      onFocus={light}
      onBlur={dim}
      className="min-w-0 rounded-card outline-offset-8 data-lit:outline-2 data-lit:outline-ring"
    >
      {children}
    </li>
  );
}
