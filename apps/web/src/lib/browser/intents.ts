import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/errors.ts";
import { newKey } from "../format.ts";

/**
 * One Idempotency-Key per thing a person wants. It is kept while nobody knows whether the thing has happened, so that
 * another try cannot make it happen twice; once that is decided, or for anything else, there is a new one.
 */
export class Intents {
  #undecided: { wish: string; key: string } | null = null;

  async attempt<Result>(wish: unknown, act: (key: string) => Promise<Result>): Promise<Result> {
    const text = JSON.stringify(wish);
    if (this.#undecided?.wish !== text) this.#undecided = { wish: text, key: newKey() };
    try {
      const result = await act(this.#undecided.key);
      this.#undecided = null;
      return result;
    } catch (error) {
      if (error instanceof ApiError && error.isDecided) this.#undecided = null;
      throw error;
    }
  }
}

/** `const save = useIntent(saveProfile)`, then `save(body)`: the key is taken care of, and so is trying again. */
export function useIntent<Wish extends unknown[], Result>(act: (key: string, ...wish: Wish) => Promise<Result>) {
  const [intents] = useState(() => new Intents());
  const { mutateAsync } = useMutation({
    mutationFn: (wish: Wish) => intents.attempt(wish, (key) => act(key, ...wish)),
  });
  return (...wish: Wish): Promise<Result> => mutateAsync(wish);
}
