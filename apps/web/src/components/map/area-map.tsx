import { useState } from "react";
import { useDefaultZoom } from "./default-zoom.ts";
import { LazyMap } from "./lazy-map.tsx";

type Props = {
  latitude: number;
  longitude: number;
  radiusMeters: number;
  /** What is there, such as "Where the item is: around Maplewood, NJ". */
  label: string;
  className?: string;
};

/** Around where something is; the exact place is not on it. */
export function AreaMap({ latitude, longitude, radiusMeters, label, className }: Props) {
  const usual = useDefaultZoom({ latitude, longitude });
  const [chosen, setChosen] = useState<number | null>(null);

  return (
    <LazyMap
      label={label}
      description="A map with a circle. The exact place is somewhere in it and is shared after a booking is approved."
      view={{ latitude, longitude, zoom: chosen ?? usual }}
      onView={({ zoom }) => setChosen(zoom)}
      area={{ position: { latitude, longitude }, radiusMetres: radiusMeters }}
      className={className}
    />
  );
}
