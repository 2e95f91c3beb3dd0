import type { Endpoint, ResponseOf } from "@nexby/contract/endpoint";
import { infiniteQueryOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import { browserClient } from "./client/browser-client.ts";
import { nextPathOf } from "./client/next-path.ts";

type Read = Endpoint & { method: "GET" };

/** "/api/items/:itemId" asks for ["/api/items", string]. */
export type PathParts<Path extends string> = Path extends `${infer Start}/:${infer Tail}`
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
