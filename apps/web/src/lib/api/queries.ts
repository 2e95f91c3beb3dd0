import type * as operationsContract from "@nexby/contract/admin/operations";

import type { Endpoint, ResponseOf } from "@nexby/contract/endpoint";
import { infiniteQueryOptions, type QueryFunctionContext, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { browserClient, type Client } from "./client.ts";
import { ApiError } from "./errors.ts";

const NEXT = /<([^>]+)>\s*;[^,]*\brel="?next"?/i;

/** Where a list goes on, by the Link header of one of its pages. */
export function nextPathOf(link: string | null): string | null {
  return link?.match(NEXT)?.[1] ?? null;
}

type Read = Endpoint & { method: "GET" };

/** "/api/items/:itemId" asks for ["/api/items", string]. */
type PathParts<Path extends string> = Path extends `${infer Start}/:${infer Tail}`
  ? Tail extends `${string}/${infer Rest}`
    ? readonly [Start, string, ...PathParts<Rest>]
    : readonly [Start, string]
  : readonly [Path];

/** A key is its path in parts, so that ["/api/items", id] and ["/api/items/<id>"] are one entry of the cache. */
export const pathOf = (key: QueryKey): string => key.join("/");

/** `useQuery(read<typeof getItem>("/api/items", itemId))`: the endpoint is a type only, so no schema is bundled. */
export function read<E extends Read>(...parts: PathParts<E["path"]>) {
  return queryOptions<ResponseOf<E>>({ queryKey: parts });
}

export const pagesKey = (path: string): QueryKey => [path, "#pages"];

/** The same list page by page, following the Link header. */
export const readPages = <E extends Read>(path: E["path"] | `${E["path"]}?${string}`) => pagesAt<ResponseOf<E>>(path);

/** For a list that several endpoints answer. */
export function pagesAt<Body>(path: string) {
  return infiniteQueryOptions({
    queryKey: pagesKey(path),
    queryFn: ({ pageParam, signal }) => browserClient.ask<Body>({ url: pageParam, signal }),
    initialPageParam: path,
    getNextPageParam: (page) => nextPathOf(page.link),
  });
}

/** What a query does that says only its key. */
export const defaultRead =
  ({ ask }: Client) =>
  async ({ queryKey, signal }: Pick<QueryFunctionContext, "queryKey" | "signal">): Promise<unknown> =>
    (await ask({ url: pathOf(queryKey), signal })).body;

/** The same, where 401 only means that nobody is signed in: then it is null. */
export const optionalRead =
  ({ attempt }: Client) =>
  async ({ queryKey, signal }: Pick<QueryFunctionContext, "queryKey" | "signal">): Promise<unknown> => {
    try {
      return (await attempt({ url: pathOf(queryKey), signal, isOptional: true })).body;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };

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

/** For administrators: the product's time, and whether it can be moved. */
export const getClock = () => read<typeof operationsContract.getClock>("/api/admin/clock");
