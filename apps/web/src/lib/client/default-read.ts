import type { QueryFunctionContext } from "@tanstack/react-query";
import { pathOf } from "../read.ts";
import type { Client } from "./create-client.ts";
import { ApiError } from "./errors.ts";

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
