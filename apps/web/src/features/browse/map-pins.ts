import type { ItemView } from "@nexby/contract/listings/items";
import type { Position } from "@nexby/domain/kernel/distance";
import Supercluster from "supercluster";
import {
  MAX_ZOOM,
  type MapBounds,
  type MapView,
  type ScreenPoint,
  type Size,
} from "../../components/map/projection.ts";

/**
 * A single item or a cluster. A cluster splits at zoom level `zoomIn`; null means never, as with several items at one
 * home.
 */
export type MapPin = { key: string; position: Position; items: readonly ItemView[]; zoomIn: number | null };

const RADIUS_PIXELS = 36;
type PinsIn = (bounds: MapBounds, view: MapView) => MapPin[];

/** Returns the pins to draw for a part of the map. */
export function pinsOf(items: readonly ItemView[]): PinsIn {
  const clusters = new Supercluster<{ index: number }>({ radius: RADIUS_PIXELS, maxZoom: MAX_ZOOM }).load(
    items.map(({ latitude, longitude }, index) => ({
      type: "Feature",
      properties: { index },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    })),
  );
  const itemsAt = (indexes: readonly number[]) => indexes.flatMap((index) => items[index] ?? []);

  return ({ south, west, north, east }, { zoom }) =>
    clusters.getClusters([west, south, east, north], Math.floor(zoom)).map(({ properties, geometry }) => {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const position = { latitude, longitude };
      if (!("cluster_id" in properties)) {
        const found = itemsAt([properties.index]);
        return { key: found[0]?.id ?? "", position, items: found, zoomIn: null };
      }
      const zoomIn = clusters.getClusterExpansionZoom(properties.cluster_id);
      const leaves = clusters.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY);
      return {
        key: `cluster ${properties.cluster_id}`,
        position,
        items: itemsAt(leaves.map((leaf) => leaf.properties.index).sort((a, b) => a - b)),
        zoomIn: zoomIn > MAX_ZOOM ? null : zoomIn,
      };
    });
}

type Box = { left: number; right: number; top: number; bottom: number };

/** The end of the map where an item's card does not cover its pin. */
export type CardEnd = "head" | "foot";

export const cardEndFor = (pin: ScreenPoint, { height }: Size): CardEnd => (pin.y < height / 2 ? "foot" : "head");

const CARD_HEIGHT = 114;
const MAX_CARD_WIDTH = 448;
/** Distances of the overlays from the map's edges; must match the stylesheet. */
const CARD = { wide: { head: 68, foot: 120, right: 68 }, narrow: { head: 108, foot: 96, right: 12 }, left: 12 };
/** About half a pin: a half-covered pin cannot be read. */
const MARGIN = 18;

/** The map's overlays: its buttons and the selected pin's card. */
export function overlapsOf({ width, height }: Size, isWide: boolean, card: CardEnd | null): Box[] {
  const middle = width / 2;
  const besideZoom = (CARD.left + width - CARD.wide.right) / 2;
  const offsets = isWide ? CARD.wide : CARD.narrow;
  const cardWidth = Math.min(MAX_CARD_WIDTH, width - CARD.left - offsets.right);
  const cardLeft = isWide ? CARD.left : (width - cardWidth) / 2;
  const cardTop = card === "head" ? offsets.head : height - offsets.foot - CARD_HEIGHT;
  return [
    { left: width - 57, right: width, top: 0, bottom: 101 },
    { left: besideZoom - 116, right: besideZoom + 116, top: 0, bottom: 58 },
    ...(isWide ? [] : [{ left: middle - 60, right: middle + 60, top: height - 86, bottom: height }]),
    ...(card ? [{ left: cardLeft, right: cardLeft + cardWidth, top: cardTop, bottom: cardTop + CARD_HEIGHT }] : []),
  ];
}

/** Covered pins are left out, so that keyboard focus never lands on an invisible one. */
export const isOverlapped = ({ x, y }: ScreenPoint, overlays: readonly Box[]): boolean =>
  overlays.some(
    ({ left, right, top, bottom }) =>
      x > left - MARGIN && x < right + MARGIN && y > top - MARGIN && y < bottom + MARGIN,
  );
