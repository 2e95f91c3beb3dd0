import { SEARCH_FILTERS } from "@nexby/domain/search/counted-search";
import { z } from "zod";
import { wholeNumber } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { pageQuery } from "./paging.ts";

const countedSearchView = z.object({
  text: z.string(),
  searchCount: z.int().positive().describe("Each visitor once a day"),
  withoutResultCount: z.int().nonnegative(),
  lastResultCount: z.int().nonnegative().describe("Of the last day it was searched for; never above 100"),
  lastDay: z.iso.date(),
  filters: z.array(z.enum(SEARCH_FILTERS)).describe("Kinds of filters that ever narrowed it"),
});
export type CountedSearchView = z.infer<typeof countedSearchView>;

export const listSearches = endpoint({
  method: "GET",
  path: "/api/admin/searches",
  summary: "What people searched for, the most frequent first",
  access: "admin",
  query: z.object({
    ...pageQuery,
    days: wholeNumber("Days", { least: 1, most: 90 }).default(30).describe("Today and the days before"),
    kind: z
      .enum(["all", "without_result"], { error: "Please choose which searches" })
      .default("all")
      .describe("All, or those that found nothing, by how often they did"),
  }),
  response: z.array(countedSearchView),
  errors: ["validation_failed"],
});
