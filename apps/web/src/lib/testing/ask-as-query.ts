import { QueryClient } from "@tanstack/react-query";
import { READ_OPTIONS } from "../api/errors.ts";

/** A call as a page makes it: tried again by the query client, by our rules. */
export const askAsQuery = <Answer>(act: () => Promise<Answer>): Promise<Answer> =>
  new QueryClient().fetchQuery({ queryKey: ["asked"], queryFn: act, ...READ_OPTIONS });
