import { typeset } from "@nexby/domain/kernel/typography";
import { useState } from "react";
import { ApiError } from "./api/errors.ts";
import { useIntent } from "./browser/intents.ts";

export type FieldProblem = { field: string; message: string };

/** Problems of a form: by field, and for the form as a whole. */
export type FormProblems = { fields: readonly FieldProblem[]; message: string | null; waitSeconds: number | null };

const UNEXPECTED = "Something went wrong. Please try again.";

/** Flattens a resolver's nested errors into a list with dotted names. */
export function listErrors(errors: object, prefix = ""): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== "object" || value === null) return [];
    const field = prefix + key;
    if ("message" in value && typeof value.message === "string") return [{ field, message: typeset(value.message) }];
    return key === "ref" ? [] : listErrors(value, `${field}.`);
  });
}

/** Each field once, in the order of the form; problems without a field in the form are returned apart. */
export function placeProblems(
  problems: readonly FieldProblem[],
  fields: readonly string[],
): { placed: FieldProblem[]; homeless: FieldProblem[] } {
  const shown = problems.map((problem) => ({ ...problem, message: typeset(problem.message) }));
  const placed = [...new Set(fields)].flatMap((field) => shown.find((problem) => problem.field === field) ?? []);
  return { placed, homeless: shown.filter(({ field }) => !fields.includes(field)) };
}

type Options = {
  /** Fields for error codes that come without one. */
  fieldOfCode?: Readonly<Record<string, string>>;
  /** Returns the message even when a field already shows it. */
  saysAll?: boolean;
};

/** Problems of a failed submit, for a form with these fields. */
export function problemsOf(
  error: unknown,
  fields: readonly string[],
  { fieldOfCode = {}, saysAll = false }: Options = {},
): FormProblems {
  if (!(error instanceof ApiError)) return { fields: [], message: UNEXPECTED, waitSeconds: null };
  const { message, code, fieldErrors, retryAfterSeconds: waitSeconds } = error;
  const field = code ? fieldOfCode[code] : undefined;
  const { placed, homeless } = placeProblems(
    fieldErrors.length === 0 && field ? [{ field, message }] : fieldErrors,
    fields,
  );
  const isShownAtFields = placed.length > 0 && homeless.length === 0 && !saysAll;
  return { fields: placed, message: isShownAtFields ? null : (homeless[0]?.message ?? message), waitSeconds };
}

/** "Try again in 3 minutes." */
export function waitText(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  if (unit === "minute" && count >= 60) return `Try again in ${counted(Math.ceil(count / 60), "hour")}.`;
  return `Try again in ${counted(count, unit)}.`;
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

type Action<Args extends unknown[]> = {
  run: (...args: Args) => Promise<void>;
  isBusy: boolean;
  /** Message for the user when it failed. */
  problem: string | null;
};

/** For a button that performs an action without a form. */
export function useMutationAction<Args extends unknown[]>(
  send: (key: string, ...args: Args) => Promise<void>,
): Action<Args> {
  const attempt = useIntent(send);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const run = async (...args: Args) => {
    setIsBusy(true);
    setProblem(null);
    try {
      await attempt(...args);
    } catch (error) {
      const { message, waitSeconds } = problemsOf(error, []);
      setProblem(waitSeconds === null ? message : `${message?.replace(/\.$/, "")}. ${waitText(waitSeconds)}`);
    } finally {
      setIsBusy(false);
    }
  };
  return { run, isBusy, problem };
}
