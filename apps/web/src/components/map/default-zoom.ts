import type { getMapSettings } from "@nexby/contract/places";
import type { Position } from "@nexby/domain/kernel/distance";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../lib/read.ts";

/** Where our own map has streets. */
const DRAWN_TOWN = { south: 40.665, north: 40.795, west: -74.355, east: -74.18 };

const STREETS_ZOOM = 13.6;
const STATE_ZOOM = 4.8;

/** Near enough to see streets where there are some; else far enough to see where in the country it is. */
export function useDefaultZoom({ latitude, longitude }: Position): number {
  const { data } = useQuery(read<typeof getMapSettings>("/api/map"));
  const { south, north, west, east } = DRAWN_TOWN;
  const isDrawn = latitude > south && latitude < north && longitude > west && longitude < east;
  return isDrawn || data?.styleUrl ? STREETS_ZOOM : STATE_ZOOM;
}
