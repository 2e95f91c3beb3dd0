import type { ItemView } from "@nexby/contract/listings/items";
import type { Position } from "@nexby/domain/kernel/distance";
import Supercluster from "supercluster";
import { MAX_ZOOM, type MapBounds, type MapView, type PinGroup, type Size } from "../../components/map/projection.ts";

/**
 * One item, or several too near to each other to be told apart: from `zoomIn` on they can be, or never where it is
 * null, as with what one person has at home.
 */
export type MapPin = { key: string; position: Position; items: readonly ItemView[]; zoomIn: number | null };

const RADIUS_PIXELS = 36;
type SpotsOn = (bounds: MapBounds, view: MapView) => MapPin[];

/** What to draw for these items on a part of the map. */
export function pinsOf(items: readonly ItemView[]): SpotsOn {
  const index = new Supercluster<{ place: number }>({ radius: RADIUS_PIXELS, maxZoom: MAX_ZOOM }).load(
    items.map(({ latitude, longitude }, place) => ({
      type: "Feature",
      properties: { place },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    })),
  );
  const itemsAt = (places: readonly number[]) => places.flatMap((place) => items[place] ?? []);

  return ({ south, west, north, east }, { zoom }) =>
    index.getClusters([west, south, east, north], Math.floor(zoom)).map(({ properties, geometry }) => {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const position = { latitude, longitude };
      if (!("cluster_id" in properties)) {
        const found = itemsAt([properties.place]);
        return { key: found[0]?.id ?? "", position, items: found, zoomIn: null };
      }
      const zoomIn = index.getClusterExpansionZoom(properties.cluster_id);
      const leaves = index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY);
      return {
        key: `cluster ${properties.cluster_id}`,
        position,
        items: itemsAt(leaves.map((leaf) => leaf.properties.place).sort((one, other) => one - other)),
        zoomIn: zoomIn > MAX_ZOOM ? null : zoomIn,
      };
    });
}

type Box = { left: number; right: number; top: number; bottom: number };

/** At which end of the map the card of an item stands, so that it does not cover its pin. */
export type CardEnd = "head" | "foot";

export const cardEndFor = (pin: PinGroup, { height }: Size): CardEnd => (pin.y < height / 2 ? "foot" : "head");

const CARD_HEIGHT = 114;
const WIDEST_CARD = 448;
/** Where the stylesheet puts what lies over the map, from its edges. */
const CARD = { wide: { head: 68, foot: 120, right: 68 }, narrow: { head: 108, foot: 96, right: 12 }, left: 12 };
/** About half a pin: what is half covered cannot be read. */
const MARGIN = 18;

/** What lies over a map: its buttons, and the card of the chosen pin. */
export function overlapsOf({ width, height }: Size, isWide: boolean, card: CardEnd | null): Box[] {
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
export const isOverlapped = ({ x, y }: PinGroup, covers: readonly Box[]): boolean =>
  covers.some(
    ({ left, right, top, bottom }) =>
      x > left - MARGIN && x < right + MARGIN && y > top - MARGIN && y < bottom + MARGIN,
  );
