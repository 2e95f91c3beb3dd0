import { isLocalDate, type LocalDate } from "@nexby/domain/kernel/calendar";
import { z } from "zod";

/** Days beyond these are slips of the finger, and counting on from them leaves the years of four digits. */
const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2199-12-31";

/** A day that exists, such as 2026-06-30. */
export const localDay = (message = "Please choose a date") =>
  z
    .string({ error: message })
    .refine((text) => isLocalDate(text) && text >= FIRST_DAY && text <= LAST_DAY, message)
    .transform((text) => text as LocalDate);
