import { useState } from "react";
import { LocationField, type LocationValue } from "../../../components/forms/location-field.tsx";
import { AreaMap } from "../../../components/map/area-map.tsx";

const EMPTY: LocationValue = { location: "", latitude: null, longitude: null };
const CHOSEN: LocationValue = { location: "Maplewood, NJ 07040", latitude: 40.7279, longitude: -74.2656 };

export function LocationSamples({ appearance }: { appearance: string }) {
  const [first, setFirst] = useState(EMPTY);
  const [second, setSecond] = useState(CHOSEN);
  return (
    <>
      <AreaMap latitude={40.7312} longitude={-74.2702} radiusMeters={500} label={`Around a place, ${appearance}`} />
      <AreaMap latitude={39.7392} longitude={-104.9903} radiusMeters={500} label={`Far away, ${appearance}`} />
      <LocationField value={first} onChange={setFirst} error={undefined} />
      <LocationField value={second} onChange={setSecond} error="Location is required" label="Location with a mistake" />
    </>
  );
}
