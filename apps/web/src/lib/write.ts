import type { Endpoint, ResponseOf } from "@nexby/contract/endpoint";
import type { z } from "zod";
import { browserClient } from "./client/browser-client.ts";
import { type PathParts, pathOf } from "./read.ts";

type Write = Endpoint & { method: "POST" | "PUT" | "PATCH" | "DELETE" };

type BodyOf<E extends Write> = E extends { body: infer Body extends z.ZodType } ? [body: z.input<Body>] : [];

/**
 * `write<typeof revokeSession>("DELETE", "/api/auth/sessions", id)(key)`: types only, so no schema is bundled. Tries of the
 * same thing carry the same key, so that it happens once.
 */
export function write<E extends Write>(method: E["method"], ...parts: PathParts<E["path"]>) {
  return async (key: string, ...given: BodyOf<E>): Promise<ResponseOf<E>> => {
    const [body] = given as [unknown?];
    const call = { method, url: pathOf(parts), body, headers: { "Idempotency-Key": key } };
    return (await browserClient.ask<ResponseOf<E>>(call)).body;
  };
}
