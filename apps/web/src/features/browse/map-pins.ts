import type { FoundItemView } from "@nexby/contract/listings/items";
import type { Position } from "@nexby/domain/kernel/distance";
import Supercluster from "supercluster";
import { MAX_ZOOM, type MapBounds, type MapView, type ScreenPoint } from "../../components/map/projection.ts";
import type { Size } from "../../lib/browser/viewport.ts";
import { formatMoney } from "../../lib/format.ts";

/**
 * A single item or a cluster. A cluster splits at zoom level `zoomIn`; null means never, as with several items at one
 * home.
 */
export type MapPin = { key: string; position: Position; items: readonly FoundItemView[]; zoomIn: number | null };

/** Pins closer to each other than this on the screen are grouped. */
const RADIUS_PIXELS = 44;
/** Groups are computed for quarters of a zoom level; whole levels would group pins twice as far apart. */
const ZOOM_STEP = 0.25;
type PinsIn = (bounds: MapBounds, view: MapView) => MapPin[];

/** Returns the pins to draw for a part of the map. */
export function pinsOf(items: readonly FoundItemView[]): PinsIn {
  const known = new Map<number, Clusters>();
  const clustersFor = (part: number): Clusters => {
    const clusters = known.get(part) ?? clustersOf(items, RADIUS_PIXELS / 2 ** part);
    known.set(part, clusters);
    return clusters;
  };
  const itemsAt = (indexes: readonly number[]) => indexes.flatMap((index) => items[index] ?? []);

  return ({ south, west, north, east }, { zoom }) => {
    const level = Math.floor(zoom);
    const part = Math.floor((zoom - level) / ZOOM_STEP) * ZOOM_STEP;
    const clusters = clustersFor(part);
    return clusters.getClusters([west, south, east, north], level).map(({ properties, geometry }) => {
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
        zoomIn: zoomIn > MAX_ZOOM ? null : Math.min(MAX_ZOOM, zoomIn + part),
      };
    });
  };
}

type Clusters = Supercluster<{ index: number }>;

const clustersOf = (items: readonly FoundItemView[], radius: number): Clusters =>
  new Supercluster<{ index: number }>({ radius, maxZoom: MAX_ZOOM }).load(
    items.map(({ latitude, longitude }, index) => ({
      type: "Feature",
      properties: { index },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    })),
  );

const CLUSTER_SIZE: Size = { width: 48, height: 48 };
const DIGIT_WIDTH = 8;

/** About the size of the pin as it is drawn. */
export function sizeOfPin({ items }: MapPin): Size {
  const [item] = items;
  if (items.length !== 1 || !item) return CLUSTER_SIZE;
  return { width: formatMoney(item.dailyRate).length * DIGIT_WIDTH + 26, height: 34 };
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
