import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const LONGEST_TEXT = 200;
/** Of no use in a search, and some of them cannot be stored as text at all. */
const CONTROL = /\p{Cc}+/gu;

export const suggestSearches = endpoint({
  method: "GET",
  path: "/api/search/suggestions",
  summary: "Up to six words and titles of listings that contain a text, those that begin with it first",
  access: "public",
  query: z.object({
    text: z
      .string()
      .max(LONGEST_TEXT, `Please use at most ${LONGEST_TEXT} characters`)
      .transform((typed) => typed.replace(CONTROL, " ").trim())
      .default("")
      .describe("What was typed; from two characters on there are suggestions"),
  }),
  response: z.array(z.string()),
  errors: ["validation_failed"],
});
