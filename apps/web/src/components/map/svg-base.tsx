import type { MouseEvent } from "react";
import { useMemo } from "react";
import type { Size } from "../../lib/browser/viewport.ts";
import { MAP_LAYERS, type MapLayer, widthAt } from "./map-layers.ts";
import type { MapContent, MapPoint } from "./map-shapes.ts";
import { type MapView, type ScreenPoint, worldPoint, worldSize } from "./projection.ts";

type Props = { content: MapContent; view: MapView; size: Size; onPoint: ((spot: ScreenPoint) => void) | undefined };

/** Keeps coordinates small: pixels at this zoom, relative to this position. */
const DRAWINGS = {
  town: { zoom: 14, from: worldPoint({ latitude: 40.7279, longitude: -74.2656 }) },
  country: { zoom: 6, from: worldPoint({ latitude: 40, longitude: -95 }) },
};

/** Map as an SVG drawing, for browsers that cannot draw the WebGL map. Panning moves it without redrawing. */
export function SvgBase({ content, view, size, onPoint }: Props) {
  const paths = useMemo(() => MAP_LAYERS.map((layer) => pathOf(layer, content)), [content]);
  const transforms = { town: transformOf("town", view, size), country: transformOf("country", view, size) };
  const click = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onPoint?.({ x: event.clientX - box.left, y: event.clientY - box.top });
  };

  return (
    <svg
      aria-hidden="true"
      width={size.width}
      height={size.height}
      onClick={click}
      className="absolute inset-0 block bg-[var(--map-outside)]"
    >
      {MAP_LAYERS.map((layer, index) =>
        view.zoom < layer.leastZoom ? null : (
          <path
            key={layer.id}
            d={paths[index]}
            transform={transforms[layer.from]}
            vectorEffect="non-scaling-stroke"
            fill={layer.widths ? "none" : `var(--map-${layer.color})`}
            stroke={layer.widths ? `var(--map-${layer.color})` : "none"}
            strokeWidth={layer.widths && widthAt(layer.widths, view.zoom)}
            strokeDasharray={layer.dashes
              ?.map(
                (part) =>
                  part *
                  widthAt(
                    layer.widths ?? [
                      [0, 1],
                      [1, 1],
                    ],
                    view.zoom,
                  ),
              )
              .join(" ")}
            strokeLinecap={layer.dashes ? "butt" : "round"}
            strokeLinejoin="round"
          />
        ),
      )}
    </svg>
  );
}

function transformOf(drawing: keyof typeof DRAWINGS, view: MapView, { width, height }: Size): string {
  const { zoom, from } = DRAWINGS[drawing];
  const [middle, scale] = [worldPoint(view), worldSize(view.zoom)];
  const x = width / 2 + (from.x - middle.x) * scale;
  const y = height / 2 + (from.y - middle.y) * scale;
  return `translate(${x} ${y}) scale(${2 ** (view.zoom - zoom)})`;
}

function pathOf({ from: drawing, shape, widths }: MapLayer, content: MapContent): string {
  const { zoom, from } = DRAWINGS[drawing];
  const scale = worldSize(zoom);
  const write = ([longitude, latitude]: MapPoint) => {
    const spot = worldPoint({ latitude, longitude });
    return `${((spot.x - from.x) * scale).toFixed(1)} ${((spot.y - from.y) * scale).toFixed(1)}`;
  };
  const lines = content[drawing][shape] ?? [];
  return lines.map((line) => `M${line.map(write).join("L")}${widths ? "" : "Z"}`).join("");
}
