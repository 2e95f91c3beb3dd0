import type { ItemView } from "@nexby/contract/items";
import type { Position } from "@nexby/domain/kernel/distance";
import Supercluster from "supercluster";
import type { MapBounds } from "../../components/map/map-bounds.ts";
import { type MapView, MOST_ZOOM } from "../../components/map/projection.ts";

/**
 * One item, or several too near to each other to be told apart: from `zoomIn` on they can be, or never where it is
 * null, as with what one person has at home.
 */
export type Spot = { key: string; position: Position; items: readonly ItemView[]; zoomIn: number | null };

const RADIUS_PIXELS = 36;
export type SpotsOn = (bounds: MapBounds, view: MapView) => Spot[];

/** What to draw for these items on a part of the map. */
export function spotsOf(items: readonly ItemView[]): SpotsOn {
  const index = new Supercluster<{ place: number }>({ radius: RADIUS_PIXELS, maxZoom: MOST_ZOOM }).load(
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
        zoomIn: zoomIn > MOST_ZOOM ? null : zoomIn,
      };
    });
}
