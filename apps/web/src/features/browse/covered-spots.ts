import type { Size, Spot } from "../../components/map/projection.ts";

type Box = { left: number; right: number; top: number; bottom: number };

/** At which end of the map the card of an item stands, so that it does not cover its pin. */
export type CardEnd = "head" | "foot";

export const cardEndFor = (pin: Spot, { height }: Size): CardEnd => (pin.y < height / 2 ? "foot" : "head");

const CARD_HEIGHT = 114;
const WIDEST_CARD = 448;
/** Where the stylesheet puts what lies over the map, from its edges. */
const CARD = { wide: { head: 68, foot: 120, right: 68 }, narrow: { head: 108, foot: 96, right: 12 }, left: 12 };
/** About half a pin: what is half covered cannot be read. */
const MARGIN = 18;

/** What lies over a map: its buttons, and the card of the chosen pin. */
export function coversOf({ width, height }: Size, isWide: boolean, card: CardEnd | null): Box[] {
  const middle = width / 2;
  const besideZoom = (CARD.left + width - CARD.wide.right) / 2;
  const look = isWide ? CARD.wide : CARD.narrow;
  const cardWidth = Math.min(WIDEST_CARD, width - CARD.left - look.right);
  const cardLeft = isWide ? CARD.left : (width - cardWidth) / 2;
  const cardTop = card === "head" ? look.head : height - look.foot - CARD_HEIGHT;
  return [
    { left: width - 57, right: width, top: 0, bottom: 101 },
    { left: besideZoom - 116, right: besideZoom + 116, top: 0, bottom: 58 },
    ...(isWide ? [] : [{ left: middle - 60, right: middle + 60, top: height - 86, bottom: height }]),
    ...(card ? [{ left: cardLeft, right: cardLeft + cardWidth, top: cardTop, bottom: cardTop + CARD_HEIGHT }] : []),
  ];
}

/** Nobody sees such a pin, and who lands on it with the keyboard would not know where they are. */
export const isCovered = ({ x, y }: Spot, covers: readonly Box[]): boolean =>
  covers.some(
    ({ left, right, top, bottom }) =>
      x > left - MARGIN && x < right + MARGIN && y > top - MARGIN && y < bottom + MARGIN,
  );
