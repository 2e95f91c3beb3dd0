import { afterAll, beforeAll, vi } from "vitest";

/** The clock of who looks, for the tests of a file, wherever they run. */
export function viewedFrom(timeZone: string): void {
  beforeAll(() => void vi.stubEnv("TZ", timeZone));
  afterAll(() => void vi.unstubAllEnvs());
}
