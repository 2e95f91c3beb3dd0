import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { formatMiles } from "../../lib/miles.ts";

export function shortNameOf(person: { firstName: string; lastName: string }): string {
  const initial = person.lastName.charAt(0).toUpperCase();
  return initial ? `${person.firstName} ${initial}.` : person.firstName;
}

type Placed = { location: string; latitude: number | null; longitude: number | null };

/** How far away, once the visitor's own place is known; until then the town. */
export function whereaboutsOf({ location, latitude, longitude }: Placed, place: Position | null): string {
  if (!place || latitude === null || longitude === null) return location;
  return `${formatMiles(milesBetween(place, { latitude, longitude }))} away`;
}
