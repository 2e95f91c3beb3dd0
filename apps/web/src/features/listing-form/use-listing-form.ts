import { zodResolver } from "@hookform/resolvers/zod";
import type { ListingInput } from "@nexby/contract/listing-fields";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { get, useForm } from "react-hook-form";
import { ApiError } from "../../lib/client/errors.ts";
import { type FieldProblem, type FormProblems, problemsOf } from "../../lib/form-problems.ts";
import { listingSchema, problemsIn } from "./listing-schema.ts";
import type { ListingValues } from "./listing-values.ts";
import { inStepOrder, type ListingStep, stepOf } from "./steps.ts";

type Parts = {
  start: ListingValues;
  truckCategoryId: string | undefined;
  onChange: (values: ListingValues) => void;
};

const NO_REFUSALS: Readonly<Record<string, string>> = {};

/**
 * The form behind all steps. What is typed stays when its step is left; mistakes show when a step or the whole is to be
 * accepted, then whenever a field is left until they are fixed.
 */
export function useListingForm({ start, truckCategoryId, onChange }: Parts) {
  const id = useId();
  const schema = useMemo(() => listingSchema(truckCategoryId), [truckCategoryId]);
  const form = useForm<ListingValues, unknown, ListingInput>({
    resolver: zodResolver(schema),
    defaultValues: start,
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const [refusals, setRefusals] = useState(NO_REFUSALS);

  const recheck = () => {
    const wrong = Object.keys(errors) as (keyof ListingValues)[];
    if (wrong.length > 0) void form.trigger(wrong);
  };
  const changed = useRef((_: string) => {});
  changed.current = (name) => {
    onChange(form.getValues());
    if (name in refusals) setRefusals(({ [name]: _, ...others }) => others);
    // What is chosen is not left, as what is typed is: it is looked at again at once.
    if (typeof get(form.getValues(), name) !== "string" || CHOSEN.includes(name)) recheck();
  };
  useEffect(() => {
    const subscription = form.watch((_, { name = "" }) => changed.current(name));
    return () => subscription.unsubscribe();
  }, [form]);

  /** What is wrong with some fields, or with all, and shown there. */
  const check = async (fields?: ListingStep["fields"]): Promise<FieldProblem[]> => {
    await form.trigger(fields && [...fields]);
    const problems = inStepOrder(problemsIn(schema, form.getValues()));
    return fields ? within(problems, fields) : problems;
  };

  /** What the server said: at the fields that it names, or by itself where the form asks for none of them. */
  const refuse = (error: unknown): FormProblems => {
    const named = error instanceof ApiError ? error.fieldErrors.filter(({ field }) => stepOf(field)) : [];
    const fields = inStepOrder(named).map(({ field }) => field);
    const found = problemsOf(error, fields);
    setRefusals(Object.fromEntries(found.fields.map(({ field, message }) => [field, message])));
    return error instanceof ApiError && fields.length === 0 ? { ...found, message: error.message } : found;
  };

  return {
    id,
    form,
    refusals,
    check,
    recheck,
    refuse,
    body: (): ListingInput => schema.parse(form.getValues()),
    problems: (): FieldProblem[] => problemsIn(schema, form.getValues()),
    wrongSteps: new Set([...Object.keys(errors), ...Object.keys(refusals)].map(stepOf)),
  };
}

const within = (problems: readonly FieldProblem[], fields: ListingStep["fields"]): FieldProblem[] =>
  problems.filter(({ field }) => fields.some((name) => name === field.split(".")[0]));

/** Texts that are chosen from a list. */
const CHOSEN = ["condition", "cancellationPolicy", "turnaroundMinutes", "foodTruck.enabledModes"];
