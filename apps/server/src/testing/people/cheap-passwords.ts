import argon2 from "@node-rs/argon2";
import { beforeAll, vi } from "vitest";

const CHEAPEST = { memoryCost: 8, timeCost: 1 };

/**
 * Hashes passwords at the lowest cost in the tests of a file. At the real cost, which `passwords.int.test.ts` proves,
 * hashing is most of the work of signing up and in.
 */
export function useCheapPasswords(): void {
  beforeAll(() => {
    const { hash } = argon2;
    const cheap = vi.spyOn(argon2, "hash");
    cheap.mockImplementation((password, options) => hash(password, { ...options, ...CHEAPEST }));
    // Files share their modules.
    return () => cheap.mockRestore();
  });
}
