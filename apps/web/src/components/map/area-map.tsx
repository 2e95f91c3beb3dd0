import type { getMapSettings } from "@nexby/contract/listings/places";
import type { Position } from "@nexby/domain/kernel/distance";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { read } from "../../lib/api/queries.ts";
import { useNearView } from "../../lib/browser/document.ts";
import { LazyPart, SkeletonBar } from "../ui/loading.tsx";
import type { MapCanvasProps } from "./map-canvas.tsx";

type Props = {
  latitude: number;
  longitude: number;
  radiusMeters: number;
  /** Describes the area, such as "Where the item is: around Maplewood, NJ". */
  label: string;
  className?: string;
};

/** Shows the area around an item, never its exact location. */
export function AreaMap({ latitude, longitude, radiusMeters, label, className }: Props) {
  const usual = useDefaultZoom({ latitude, longitude });
  const [chosen, setChosen] = useState<number | null>(null);

  return (
    <LazyMap
      label={label}
      description="A map with a circle. The item is somewhere inside it. The exact address is shared after a booking is approved."
      view={{ latitude, longitude, zoom: chosen ?? usual }}
      onView={({ zoom }) => setChosen(zoom)}
      area={{ position: { latitude, longitude }, radiusMeters }}
      className={className}
    />
  );
}

const loadCanvas = () => import("./map-canvas.tsx").then((module) => module.MapCanvas);

/** Loads the map's code shortly before it scrolls into view. The page works without it. */
export function LazyMap({ className = "h-72", ...props }: MapCanvasProps & { className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNearView(box, false);
  const placeholder = <SkeletonBar shape="card" className="absolute inset-0" />;

  return (
    <div ref={box} className={`relative overflow-hidden rounded-card border border-line ${className}`}>
      {isNear ? <LazyPart load={loadCanvas} props={props} fallback={placeholder} isOptional /> : placeholder}
    </div>
  );
}

/** Bounds within which our own map has streets. */
const DRAWN_TOWN = { south: 40.665, north: 40.795, west: -74.355, east: -74.18 };

const STREETS_ZOOM = 13.6;
const STATE_ZOOM = 4.8;

/** Shows streets where there are any, otherwise the location within the country. */
export function useDefaultZoom({ latitude, longitude }: Position): number {
  const { data } = useQuery(read<typeof getMapSettings>("/api/map"));
  const { south, north, west, east } = DRAWN_TOWN;
  const isDrawn = latitude > south && latitude < north && longitude > west && longitude < east;
  return isDrawn || data?.styleUrl ? STREETS_ZOOM : STATE_ZOOM;
}
