import type { MapLabel } from "./map-shapes.ts";
import { type MapView, project, type Size, type Spot } from "./projection.ts";

export type VisibleLabel = MapLabel & { spot: Spot };

const LETTER_WIDTH = 7;
const LINE_HEIGHT = 20;
const GAP = 10;

/** Names that fit into the view without covering each other; earlier ones go first. */
export function visibleLabels(labels: readonly MapLabel[], view: MapView, size: Size): VisibleLabel[] {
  const shown: (VisibleLabel & { width: number; height: number })[] = [];
  for (const label of labels) {
    if (view.zoom < label.zoom[0] || view.zoom > label.zoom[1]) continue;
    const spot = project(label.position, view, size);
    const turned = Math.abs(Math.sin((label.turn * Math.PI) / 180));
    const long = label.text.length * LETTER_WIDTH;
    const box = { width: long * (1 - turned) + LINE_HEIGHT, height: long * turned + LINE_HEIGHT };
    const isInView =
      spot.x > box.width / 2 &&
      spot.x < size.width - box.width / 2 &&
      spot.y > box.height / 2 &&
      spot.y < size.height - box.height / 2;
    const isFree = shown.every(
      (other) =>
        Math.abs(other.spot.x - spot.x) > (other.width + box.width) / 2 + GAP ||
        Math.abs(other.spot.y - spot.y) > (other.height + box.height) / 2 + GAP,
    );
    if (isInView && isFree) shown.push({ ...label, spot, ...box });
  }
  return shown;
}
