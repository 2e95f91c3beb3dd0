import { Map as GlMap, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { useEffect, useRef } from "react";
import { colorsAround, ownStyle } from "./gl-style.ts";
import type { MapContent } from "./map-shapes.ts";
import { LEAST_ZOOM, type MapView, MOST_ZOOM, type Spot } from "./projection.ts";

setWorkerUrl(workerUrl);

export type GlBaseProps = {
  /** Our own map, or the address of somebody else's style. */
  look: MapContent | string;
  view: MapView;
  canPan: boolean;
  onView: (view: MapView) => void;
  onSpot: ((spot: Spot) => void) | undefined;
  /** All of it can be seen. */
  onReady: () => void;
  /** It cannot be drawn after all. */
  onFailure: () => void;
};

/** MapLibre without its controls and its stylesheet: only the ground; all that lies on it is ours. */
export function GlBase({ look, view, canPan, ...acts }: GlBaseProps) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<GlMap | null>(null);
  const latest = useRef({ view, acts });
  useEffect(() => {
    latest.current = { view, acts };
  });

  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const drawn = openMap(container, look, latest.current.view, canPan, () => latest.current.acts);
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

type Acts = Pick<GlBaseProps, "onView" | "onSpot" | "onReady" | "onFailure">;

function openMap(container: HTMLElement, look: GlBaseProps["look"], view: MapView, canPan: boolean, acts: () => Acts) {
  const isOwn = typeof look !== "string";
  try {
    const map = new GlMap({
      container,
      style: isOwn ? ownStyle(look, colorsAround(container)) : look,
      center: [view.longitude, view.latitude],
      zoom: view.zoom,
      minZoom: LEAST_ZOOM,
      maxZoom: MOST_ZOOM,
      attributionControl: isOwn ? false : { compact: false },
      interactive: canPan,
      keyboard: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      fadeDuration: 0,
    });
    map.touchZoomRotate.disableRotation();
    // Our own buttons and pins have the keys.
    map.getCanvas().tabIndex = -1;
    let isLoaded = false;
    map.once("load", () => {
      isLoaded = true;
      acts().onReady();
    });
    // A tile that is missing later leaves a gap; a style that never came leaves nothing.
    map.on("error", () => isLoaded || acts().onFailure());
    map.on("click", ({ point: { x, y } }) => acts().onSpot?.({ x, y }));
    map.on("move", () => {
      const { lat: latitude, lng: longitude } = map.getCenter();
      acts().onView({ latitude, longitude, zoom: map.getZoom() });
    });
    return map;
  } catch {
    acts().onFailure();
    return null;
  }
}
