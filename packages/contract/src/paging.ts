import { z } from "zod";

const PAGE_SIZE = 24;
const MAX_PAGE_SIZE = 100;

const PAGE_SIZE_MESSAGE = "Limit must be a whole number of at least 1";

/** Asking for more than the most is not an error: the answer is bounded. The next page is in the Link header. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^\d{1,9}$/, PAGE_SIZE_MESSAGE)
    .transform(Number)
    .refine((limit) => limit >= 1, PAGE_SIZE_MESSAGE)
    .transform((limit) => Math.min(limit, MAX_PAGE_SIZE))
    .default(PAGE_SIZE)
    .describe(`Items per page, at most ${MAX_PAGE_SIZE}`),
  cursor: z.string().max(500).optional().describe("From the Link header of the page before"),
};
