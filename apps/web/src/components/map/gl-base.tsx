import {
  type FilterSpecification,
  Map as GlMap,
  type LayerSpecification,
  type StyleSpecification,
  setWorkerUrl,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { useEffect, useRef } from "react";
import { GROWTH, MAP_COLORS, MAP_LAYERS, type MapColor, type MapLayer } from "./map-layers.ts";
import type { MapContent, MapPoint } from "./map-shapes.ts";
import { MAX_ZOOM, type MapView, MIN_ZOOM, type ScreenPoint } from "./projection.ts";

setWorkerUrl(workerUrl);

export type GlBaseProps = {
  /** Our own map, or the URL of an external style. */
  look: MapContent | string;
  view: MapView;
  canPan: boolean;
  onView: (view: MapView) => void;
  onPoint: ((spot: ScreenPoint) => void) | undefined;
  /** Called once the whole map is visible. */
  onReady: () => void;
  /** Called when the map cannot be drawn. */
  onFailure: () => void;
};

/** MapLibre as the base map only, without its controls and stylesheet; everything on top of it is ours. */
export function GlBase({ look, view, canPan, ...callbacks }: GlBaseProps) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<GlMap | null>(null);
  const latest = useRef({ view, callbacks });
  useEffect(() => {
    latest.current = { view, callbacks };
  });

  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const drawn = openMap(container, look, latest.current.view, canPan, () => latest.current.callbacks);
    map.current = drawn;
    const repaint = () => {
      if (typeof look !== "string") drawn?.setStyle(ownStyle(look, colorsAround(container)));
    };
    const theme = new MutationObserver(repaint);
    theme.observe(document.documentElement, { attributeFilter: ["class"] });
    return () => {
      theme.disconnect();
      map.current = null;
      drawn?.remove();
    };
  }, [look, canPan]);

  useEffect(() => {
    const shown = map.current?.getCenter();
    if (!shown || !map.current) return;
    const isThere =
      Math.abs(shown.lat - view.latitude) < 1e-9 &&
      Math.abs(shown.lng - view.longitude) < 1e-9 &&
      Math.abs(map.current.getZoom() - view.zoom) < 1e-9;
    if (!isThere) map.current.jumpTo({ center: [view.longitude, view.latitude], zoom: view.zoom });
  }, [view]);

  return (
    <div
      ref={box}
      aria-hidden={typeof look === "string" ? undefined : true}
      className="map-ground absolute inset-0 overflow-hidden"
    />
  );
}

type Callbacks = Pick<GlBaseProps, "onView" | "onPoint" | "onReady" | "onFailure">;

function openMap(
  container: HTMLElement,
  look: GlBaseProps["look"],
  view: MapView,
  canPan: boolean,
  callbacks: () => Callbacks,
) {
  const isOwn = typeof look !== "string";
  try {
    const map = new GlMap({
      container,
      style: isOwn ? ownStyle(look, colorsAround(container)) : look,
      center: [view.longitude, view.latitude],
      zoom: view.zoom,
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
      attributionControl: isOwn ? false : { compact: false },
      interactive: canPan,
      keyboard: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      fadeDuration: 0,
    });
    map.touchZoomRotate.disableRotation();
    // Our own buttons and pins handle the keyboard.
    map.getCanvas().tabIndex = -1;
    let isLoaded = false;
    map.once("load", () => {
      isLoaded = true;
      callbacks().onReady();
    });
    // A missing tile only leaves a gap, but a style that never loads leaves nothing.
    map.on("error", () => isLoaded || callbacks().onFailure());
    map.on("click", ({ point: { x, y } }) => callbacks().onPoint?.({ x, y }));
    map.on("move", () => {
      const { lat: latitude, lng: longitude } = map.getCenter();
      callbacks().onView({ latitude, longitude, zoom: map.getZoom() });
    });
    return map;
  } catch {
    callbacks().onFailure();
    return null;
  }
}

type MapColors = Record<MapColor, string>;

/** Colors that apply to an element, in the notation that MapLibre reads. */
function colorsAround(element: HTMLElement): MapColors {
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

/** Our own map as a MapLibre style. */
function ownStyle(content: MapContent, colors: MapColors): StyleSpecification {
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
