import { QueryClient } from "@tanstack/react-query";
import { READ_OPTIONS } from "../api/errors.ts";

/** Makes a call like a page does: retried by the query client with our rules. */
export const askAsQuery = <Result>(send: () => Promise<Result>): Promise<Result> =>
  new QueryClient().fetchQuery({ queryKey: ["asked"], queryFn: send, ...READ_OPTIONS });
