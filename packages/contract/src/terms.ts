import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const getActiveTerms = endpoint({
  method: "GET",
  path: "/api/terms/active",
  summary: "The terms and conditions in force",
  access: "public",
  response: z.object({ version: z.int().positive(), content: z.string(), createdAt: z.iso.datetime() }),
  errors: ["not_found"],
});
