import type { GeocodingPort } from "./geocoding.port.ts";

/**
 * Asks the first; the second answers when the first fails, and when it finds nothing for a text: a server for whole
 * addresses does not know what "0704" or "maplew" will become.
 */
export function withFallback(
  first: GeocodingPort,
  second: GeocodingPort,
  onFailure: (error: unknown) => void,
): GeocodingPort {
  return {
    async search(text) {
      const found = await first.search(text).catch((error: unknown) => {
        onFailure(error);
        return [];
      });
      return found.length > 0 ? found : second.search(text);
    },
    nearest(position) {
      return first.nearest(position).catch((error: unknown) => {
        onFailure(error);
        return second.nearest(position);
      });
    },
  };
}
