import type { FilterSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";
import { GROWTH, MAP_COLORS, MAP_LAYERS, type MapColor, type MapLayer } from "./map-layers.ts";
import type { MapContent, MapPoint } from "./map-shapes.ts";

export type MapColors = Record<MapColor, string>;

/** The colors around an element, in the one notation that MapLibre reads. */
export function colorsAround(element: HTMLElement): MapColors {
  const styles = getComputedStyle(element);
  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const readable = (color: string): string => {
    if (!pixel) return color;
    pixel.fillStyle = color;
    pixel.fillRect(0, 0, 1, 1);
    const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  const entries = MAP_COLORS.map((name) => [name, readable(styles.getPropertyValue(`--map-${name}`))]);
  return Object.fromEntries(entries) as MapColors;
}

/** Our own map in MapLibre's terms. */
export function ownStyle(content: MapContent, colors: MapColors): StyleSpecification {
  return {
    version: 8,
    sources: {
      town: { type: "geojson", data: collectionOf(content.town), tolerance: 0.2 },
      country: { type: "geojson", data: collectionOf(content.country) },
    },
    layers: [
      { id: "outside", type: "background", paint: { "background-color": colors.outside } },
      ...MAP_LAYERS.map((layer) => layerOf(layer, colors)),
    ],
  };
}

function layerOf(
  { id, from, shape, color, leastZoom, widths, dashes }: MapLayer,
  colors: MapColors,
): LayerSpecification {
  const filter: FilterSpecification = ["==", ["get", "shape"], shape];
  const common = { id, source: from, minzoom: leastZoom, filter };
  if (!widths) return { ...common, type: "fill", paint: { "fill-color": colors[color] } };
  return {
    ...common,
    type: "line",
    layout: { "line-cap": dashes ? "butt" : "round", "line-join": "round" },
    paint: {
      "line-color": colors[color],
      "line-width": ["interpolate", ["exponential", GROWTH], ["zoom"], ...widths[0], ...widths[1]],
      ...(dashes && { "line-dasharray": [...dashes] }),
    },
  };
}

const AREAS = new Set(MAP_LAYERS.filter(({ widths }) => !widths).map(({ shape }) => shape));

function collectionOf(shapes: MapContent["town"]) {
  const coordinates = (line: readonly MapPoint[]) => line.map(([x, y]) => [x, y]);
  const features = Object.entries(shapes).flatMap(([shape, lines]) =>
    lines.map((line) => ({
      type: "Feature" as const,
      properties: { shape },
      geometry: AREAS.has(shape)
        ? { type: "Polygon" as const, coordinates: [coordinates(line)] }
        : { type: "LineString" as const, coordinates: coordinates(line) },
    })),
  );
  return { type: "FeatureCollection" as const, features };
}
