import { z } from "zod";
import { ERROR_CODES } from "./errors.ts";

/** The body of every answer that is not a success. */
export const errorBody = z.object({
  message: z.string().describe("The first field's text for a validation error, else what happened"),
  code: z.enum(ERROR_CODES),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  requestId: z.string().describe("Names this request in the server's log"),
});
export type ErrorBody = z.infer<typeof errorBody>;
