import { isLocalDate, type LocalDate } from "@nexby/domain/kernel/calendar";
import { z } from "zod";

/** A day that exists, such as 2026-06-30. */
export const localDay = (message = "Please choose a date") =>
  z
    .string({ error: message })
    .refine(isLocalDate, message)
    .transform((text) => text as LocalDate);
