import type * as operationsContract from "@nexby/contract/admin/operations";
import type { Endpoint, ResponseOf } from "@nexby/contract/endpoint";
import {
  infiniteQueryOptions,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod";
import type { ErrorContext } from "../errors/error-entry.ts";
import { reportError } from "../errors/error-log.ts";
import type { ReportError } from "../errors/log-session.ts";
import { withoutQuery } from "../paths.ts";
import { browserClient, type Client } from "./client.ts";
import { ApiError, isAuthenticationError, READ_OPTIONS, WRITE_OPTIONS } from "./errors.ts";
import { isSessionCheck } from "./request.ts";

const NEXT = /<([^>]+)>\s*;[^,]*\brel="?next"?/i;

/** Path of a list's next page, from the Link header. */
export function nextPathOf(link: string | null): string | null {
  return link?.match(NEXT)?.[1] ?? null;
}

type Read = Endpoint & { method: "GET" };

/** The path "/api/items/:itemId" takes the parts ["/api/items", string]. */
type PathParts<Path extends string> = Path extends `${infer Start}/:${infer Tail}`
  ? Tail extends `${string}/${infer Rest}`
    ? readonly [Start, string, ...PathParts<Rest>]
    : readonly [Start, string]
  : readonly [Path];

/** A key is its path in parts, so that ["/api/items", id] and ["/api/items/<id>"] are the same cache entry. */
export const pathOf = (key: QueryKey): string => key.join("/");

/** `useQuery(read<typeof getItem>("/api/items", itemId))`: the endpoint is only a type, so no schema is bundled. */
export function read<E extends Read>(...parts: PathParts<E["path"]>) {
  return queryOptions<ResponseOf<E>>({ queryKey: parts });
}

export const pagesKey = (path: string): QueryKey => [path, "#pages"];

/** Reads a list page by page, following the Link header. */
export const readPages = <E extends Read>(path: E["path"] | `${E["path"]}?${string}`) => pagesAt<ResponseOf<E>>(path);

/** For a list that several endpoints return. */
export function pagesAt<Body>(path: string) {
  return infiniteQueryOptions({
    queryKey: pagesKey(path),
    queryFn: ({ pageParam, signal }) => browserClient.ask<Body>({ url: pageParam, signal }),
    initialPageParam: path,
    getNextPageParam: (page) => nextPathOf(page.link),
  });
}

/** Query function of queries that only have a key. */
export const defaultRead =
  ({ ask }: Client) =>
  async ({ queryKey, signal }: Pick<QueryFunctionContext, "queryKey" | "signal">): Promise<unknown> =>
    (await ask({ url: pathOf(queryKey), signal })).body;

/** Like defaultRead, but null after a 401, which only means that the visitor is not signed in. */
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
 * `write<typeof revokeSession>("DELETE", "/api/auth/sessions", id)(key)`: types only, so no schema is bundled.
 * Attempts at the same thing carry the same key, so that it happens once.
 */
export function write<E extends Write>(method: E["method"], ...parts: PathParts<E["path"]>) {
  return async (key: string, ...given: BodyOf<E>): Promise<ResponseOf<E>> => {
    const [body] = given as [unknown?];
    const call = { method, url: pathOf(parts), body, headers: { "Idempotency-Key": key } };
    return (await browserClient.ask<ResponseOf<E>>(call)).body;
  };
}

/** For admins: the product time, and whether it can be moved. */
export const getClock = () => read<typeof operationsContract.getClock>("/api/admin/clock");

/**
 * Asks again at once for everything on screen that has no data yet. Requests without a response and pauses before a
 * retry end first, because a query that is still fetching would not start over.
 */
export async function refetchMissing(client: QueryClient): Promise<void> {
  const missing = { type: "active", predicate: ({ state }: Query) => state.data === undefined } as const;
  await client.cancelQueries(missing);
  await client.refetchQueries(missing);
}

/** Always sends the request: browsers are often wrong about being offline. */
const networkMode = "always";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    ...reportingCaches(reportError),
    defaultOptions: {
      queries: {
        ...READ_OPTIONS,
        networkMode,
        queryKeyHashFn: pathOf,
        queryFn: defaultRead(browserClient),
        // The error boundary replaces a page that has no data because the session has ended.
        throwOnError: (error, { state }) => state.data === undefined && isAuthenticationError(error),
      },
      // The payload may contain a password, so nothing of it is kept.
      mutations: { ...WRITE_OPTIONS, networkMode, gcTime: 0 },
    },
  });
}

/** Caches of the query client that report a failure after its last retry. */
export const reportingCaches = (report: ReportError): { queryCache: QueryCache; mutationCache: MutationCache } => ({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) =>
      report(isSessionCheck(pathOf(queryKey)) ? "sessionCheck" : "query", error, readOf(queryKey)),
  }),
  mutationCache: new MutationCache({ onError: (error) => report("mutation", error) }),
});

/** A key that is not a path has its parts behind a "#", and they may be secret. */
function readOf(queryKey: QueryKey): ErrorContext {
  const path = withoutQuery(pathOf(queryKey));
  return path === "" ? {} : { request: { method: "GET", path } };
}
