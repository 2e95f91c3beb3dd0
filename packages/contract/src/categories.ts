import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const categoryView = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  icon: z.string().nullable().describe("One emoji"),
});
export type CategoryView = z.infer<typeof categoryView>;

export const listCategories = endpoint({
  method: "GET",
  path: "/api/categories",
  summary: "All categories, in the order they are shown",
  access: "public",
  response: z.array(categoryView),
  errors: [],
});
