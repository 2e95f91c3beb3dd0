import type { Position } from "@nexby/domain/kernel/distance";

/** A metre is fine enough for a front door. */
export const roundedPosition = ({ latitude, longitude }: Position): Position => ({
  latitude: Number(latitude.toFixed(5)),
  longitude: Number(longitude.toFixed(5)),
});
