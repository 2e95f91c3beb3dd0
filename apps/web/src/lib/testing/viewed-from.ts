import { afterAll, beforeAll, vi } from "vitest";

/** Sets the viewer's time zone for the tests of a file. */
export function viewedFrom(timeZone: string): void {
  beforeAll(() => void vi.stubEnv("TZ", timeZone));
  afterAll(() => void vi.unstubAllEnvs());
}
