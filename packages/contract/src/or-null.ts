import { z } from "zod";

/** Left out, or empty in a form. What only has spaces is as empty: trimming comes after this, and would leave no text. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isBlank(value) ? null : value), schema.nullable());
