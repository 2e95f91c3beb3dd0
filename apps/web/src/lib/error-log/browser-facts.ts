import type { ErrorLogEntry } from "@nexby/contract/error-logs";
import { withoutQuery } from "../without-query.ts";

type MemoryUsage = NonNullable<ErrorLogEntry["memoryUsage"]>;

/** The parts of a window that are looked at. */
export type Browser = {
  location: Pick<Location, "href">;
  document: Pick<Document, "referrer">;
  navigator: Pick<Navigator, "userAgent" | "language" | "platform" | "cookieEnabled" | "onLine">;
  screen: Pick<Screen, "width" | "height">;
  innerWidth: number;
  innerHeight: number;
  performance: object;
};

export type BrowserFacts = {
  url: string;
  referrer: string | null;
  browserInfo: Required<Omit<NonNullable<ErrorLogEntry["browserInfo"]>, "timestamp">>;
  memoryUsage: MemoryUsage | null;
};

export function browserFacts({ location, document, navigator, screen, ...rest }: Browser): BrowserFacts {
  return {
    url: withoutQuery(location.href),
    referrer: withoutQuery(document.referrer) || null,
    browserInfo: {
      userAgent: navigator.userAgent,
      language: navigator.language,
      platform: navigator.platform,
      cookieEnabled: navigator.cookieEnabled,
      onLine: navigator.onLine,
      screenResolution: `${screen.width}x${screen.height}`,
      viewport: `${rest.innerWidth}x${rest.innerHeight}`,
    },
    memoryUsage: memoryUsageOf(rest.performance),
  };
}

type Memory = { usedJSHeapSize: number; totalJSHeapSize: number; jsHeapSizeLimit: number };

/** Only some browsers tell. */
function memoryUsageOf(performance: object): MemoryUsage | null {
  if (!("memory" in performance)) return null;
  const { usedJSHeapSize, totalJSHeapSize, jsHeapSizeLimit } = performance.memory as Memory;
  return {
    usedHeap: usedJSHeapSize,
    totalHeap: totalJSHeapSize,
    heapLimit: jsHeapSizeLimit,
    percentage: jsHeapSizeLimit > 0 ? Math.round((usedJSHeapSize / jsHeapSizeLimit) * 100) : 0,
  };
}
