import { roundToTenth } from "@nexby/domain/kernel/distance";

/** "2.0 mi" */
export const formatMiles = (miles: number): string => `${roundToTenth(miles).toFixed(1)} mi`;
