import { cents, centsFromDecimal } from "@nexby/domain/kernel/money";
import { z } from "zod";
import { isBlank } from "./or-null.ts";

const MOST_CENTS = 10_000_000;
const MOST = `$${(MOST_CENTS / 100).toLocaleString("en-US")}`;

/** What the wire says of an amount whose name does not end in Cents. */
export const decimal = z.string().regex(/^\d+\.\d{2}$/);

/** An amount as people type it: "25", "25.00" or 25. What comes out is whole cents. */
export const amount = (name: string) => {
  const missing = `${name} is required`;
  const unreadable = `${name} must be an amount such as 25.00`;
  return z
    .union([z.string().trim().max(20), z.number()], {
      error: ({ input }) => (input === undefined || input === null ? missing : unreadable),
    })
    .transform((typed, context) => {
      const read = centsFromDecimal(typed);
      if (read.ok && read.value <= MOST_CENTS) return read.value;
      const message = typed === "" ? missing : read.ok ? `${name} must be at most ${MOST}` : unreadable;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
};

/** An amount that may be left out, or left empty in a form. */
export const optionalAmount = (name: string) => z.preprocess((typed) => (isBlank(typed) ? 0 : typed), amount(name));

/** Cents on the wire, as a number or its digits. */
export const centsAmount = (name: string) =>
  wholeNumber(name, { least: 0, most: MOST_CENTS }).transform((value) => cents(value));

/** A whole number, as a number or its digits. */
export const wholeNumber = (name: string, { least, most }: { least: number; most: number }) => {
  const message = `${name} must be a whole number from ${least.toLocaleString("en-US")} to ${most.toLocaleString("en-US")}`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,15}$/, message)
          .transform(Number),
      ],
      { error: message },
    )
    .pipe(z.int(message).min(least, message).max(most, message));
};

/** A number, as a number or its digits. */
export const decimalNumber = (name: string, { least, most }: { least: number; most: number }) => {
  const range = `${name} must be from ${least.toLocaleString("en-US")} to ${most.toLocaleString("en-US")}`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d{1,9}(\.\d{1,15})?$/)
          .transform(Number),
      ],
      { error: `${name} must be a number` },
    )
    .pipe(z.number().min(least, range).max(most, range));
};
