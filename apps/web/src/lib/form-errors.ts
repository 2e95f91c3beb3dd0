import { useState } from "react";
import { ApiError } from "./api/errors.ts";
import { useIntent } from "./browser/intents.ts";

export type FieldProblem = { field: string; message: string };

/** What went wrong with a form: at its fields, and with the whole of it. */
export type FormProblems = { fields: readonly FieldProblem[]; message: string | null; waitSeconds: number | null };

const UNEXPECTED = "Something went wrong. Please try again.";

/** Errors as a resolver gives them, nested like the values, as a list by dotted names. */
export function listErrors(errors: object, prefix = ""): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== "object" || value === null) return [];
    const field = prefix + key;
    if ("message" in value && typeof value.message === "string") return [{ field, message: value.message }];
    return key === "ref" ? [] : listErrors(value, `${field}.`);
  });
}

/** Each field once, in the order in which the form has them; what it has no field for is returned apart. */
export function placeProblems(
  problems: readonly FieldProblem[],
  fields: readonly string[],
): { placed: FieldProblem[]; homeless: FieldProblem[] } {
  const placed = [...new Set(fields)].flatMap((field) => problems.find((problem) => problem.field === field) ?? []);
  return { placed, homeless: problems.filter(({ field }) => !fields.includes(field)) };
}

type Reading = {
  /** Fields that refusals without one are about. */
  fieldOfCode?: Readonly<Record<string, string>>;
  /** Whether the message is wanted also when a field says it. */
  saysAll?: boolean;
};

/** What a failed submit has to say to a form with these fields. */
export function problemsOf(
  error: unknown,
  fields: readonly string[],
  { fieldOfCode = {}, saysAll = false }: Reading = {},
): FormProblems {
  if (!(error instanceof ApiError)) return { fields: [], message: UNEXPECTED, waitSeconds: null };
  const { message, code, fieldErrors, retryAfterSeconds: waitSeconds } = error;
  const field = code ? fieldOfCode[code] : undefined;
  const { placed, homeless } = placeProblems(
    fieldErrors.length === 0 && field ? [{ field, message }] : fieldErrors,
    fields,
  );
  const isSaid = placed.length > 0 && homeless.length === 0 && !saysAll;
  return { fields: placed, message: isSaid ? null : (homeless[0]?.message ?? message), waitSeconds };
}

/** "Try again in 3 minutes." */
export function waitText(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  if (unit === "minute" && count >= 60) return `Try again in ${counted(Math.ceil(count / 60), "hour")}.`;
  return `Try again in ${counted(count, unit)}.`;
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

type Action<Wish extends unknown[]> = {
  run: (...wish: Wish) => Promise<void>;
  isBusy: boolean;
  /** What to say when it did not work. */
  problem: string | null;
};

/** For a button that does something by itself, without a form. */
export function useMutationAction<Wish extends unknown[]>(
  act: (key: string, ...wish: Wish) => Promise<void>,
): Action<Wish> {
  const attempt = useIntent(act);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const run = async (...wish: Wish) => {
    setIsBusy(true);
    setProblem(null);
    try {
      await attempt(...wish);
    } catch (error) {
      const { message, waitSeconds } = problemsOf(error, []);
      setProblem(waitSeconds === null ? message : `${message}. ${waitText(waitSeconds)}`);
    } finally {
      setIsBusy(false);
    }
  };
  return { run, isBusy, problem };
}
