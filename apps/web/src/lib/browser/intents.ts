import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/errors.ts";

/** Unique random key. Unlike `crypto.randomUUID`, it also works on pages without HTTPS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Idempotency-Key of a user's intent. It is reused while the outcome is unknown, so that a retry cannot take effect
 * twice. After a decision, or for a different request, there is a new one.
 */
export class Intents {
  #undecided: { args: string; key: string } | null = null;

  async attempt<Result>(args: unknown, send: (key: string) => Promise<Result>): Promise<Result> {
    const text = JSON.stringify(args);
    if (this.#undecided?.args !== text) this.#undecided = { args: text, key: newKey() };
    try {
      const result = await send(this.#undecided.key);
      this.#undecided = null;
      return result;
    } catch (error) {
      if (error instanceof ApiError && error.isDecided) this.#undecided = null;
      throw error;
    }
  }
}

/** `const save = useIntent(saveProfile)`, then `save(body)`: handles the key and retries. */
export function useIntent<Args extends unknown[], Result>(send: (key: string, ...args: Args) => Promise<Result>) {
  const [intents] = useState(() => new Intents());
  const { mutateAsync } = useMutation({
    mutationFn: (args: Args) => intents.attempt(args, (key) => send(key, ...args)),
  });
  return (...args: Args): Promise<Result> => mutateAsync(args);
}
