import { zodResolver } from "@hookform/resolvers/zod";
import type { CategoryView } from "@nexby/contract/listings/categories";
import type { ListingInput } from "@nexby/contract/listings/listing-fields";
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { get, useForm, useWatch } from "react-hook-form";
import { useLocation, useSearchParams } from "wouter";
import { fieldId } from "../../components/forms/field.tsx";
import { isReported } from "../../components/forms/form-report.tsx";
import { ApiError } from "../../lib/api/errors.ts";
import { type FieldProblem, type FormProblems, problemsOf } from "../../lib/form-errors.ts";
import type { Start } from "./draft.ts";
import { isFoodTruck, listingSchema, problemsIn } from "./listing-schema.ts";
import type { ListingValues } from "./listing-values.ts";
import { inStepOrder, type ListingStep, STEP_NAMES, type StepName, stepOf, stepsFor } from "./steps.ts";

export type WizardParts = {
  categories: readonly CategoryView[];
  start: Start;
  /** True for an existing listing, which can be submitted from every step. */
  isStored: boolean;
  /** Why it cannot be submitted; null when it can. */
  blocker: string | null;
  onChange: (values: ListingValues) => void;
  onSubmit: (body: ListingInput) => Promise<void>;
};

const FOOD_TRUCKS = "food-trucks";
const STILL_UPLOADING = "Your photos are still uploading.";

/** The current step and navigation between steps. */
export function useWizard({ categories, start, isStored, blocker, onChange, onSubmit }: WizardParts) {
  const truckCategoryId = categories.find(({ slug }) => slug === FOOD_TRUCKS)?.id;
  const listing = useListingForm({ start: start.values, truckCategoryId, onChange });
  const isTruck = isFoodTruck(useWatch({ control: listing.form.control, name: "categoryIds" }), truckCategoryId);
  const steps = stepsFor(isTruck);
  const { step, index, heading, go } = useSteps(steps);
  const visited = useVisitedSteps(step.name, isStored || start.isRestored);
  const report = useProblemReport({ formId: listing.id, step: step.name, go });
  const [isBusy, setIsBusy] = useState(false);
  const [isUploading, setIsUploading] = useState(false);
  const reason = blocker ?? (isUploading ? STILL_UPLOADING : null);
  const [previous, next] = [steps[index - 1], steps[index + 1]];

  const isValid = (fields: FieldProblem[]): boolean => {
    report.show({ fields, message: null, waitSeconds: null });
    return fields.length === 0;
  };
  const goToNext = async () => {
    // Uploading photos don't block the next step; they are checked on the last one.
    const isWaiting = step.name === "photos" && isUploading;
    if (next && (isWaiting || isValid(await listing.check(step.fields)))) go(next.name);
  };
  const send = async () => {
    if (!isValid(await listing.check())) return;
    setIsBusy(true);
    try {
      await onSubmit(listing.body());
    } catch (error) {
      report.show(listing.showRejection(error));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (next && !isStored) void goToNext();
    else if (reason === null) void send();
  };

  const wrong = new Set(listing.problems().map(({ field }) => stepOf(field)));
  const isDone = ({ name, fields }: ListingStep) => fields.length > 0 && visited.has(name) && !wrong.has(name);
  return {
    listing,
    steps,
    step,
    index,
    heading,
    report,
    isTruck,
    isBusy,
    reason,
    setIsUploading,
    submit,
    onBack: previous && (() => go(previous.name)),
    onNext: next && (() => void goToNext()),
    done: new Set(steps.filter(isDone).map(({ name }) => name)),
  };
}

type ReportParts = { formId: string; step: StepName; go: (step: StepName, fieldId: string) => void };

/** Lists several errors at the step where they were found; focuses a single one directly. */
function useProblemReport({ formId, step, go }: ReportParts) {
  const [report, setReport] = useState<{ problems: FormProblems; step: StepName } | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (report) box.current?.focus();
  }, [report]);

  const follow = (field: string) => go(stepOf(field) ?? step, fieldId(formId, field));
  const show = (problems: FormProblems) => {
    const [first] = problems.fields;
    setReport(isReported(problems) ? { problems, step } : null);
    if (first && !isReported(problems)) follow(first.field);
  };
  return { problems: report?.step === step ? report.problems : null, box, follow, show };
}

/** Steps the user has left at least once. */
function useVisitedSteps(current: StepName, areAllVisited: boolean): ReadonlySet<StepName> {
  const [visited, setVisited] = useState<ReadonlySet<StepName>>(() => new Set(areAllVisited ? STEP_NAMES : []));
  const last = useRef(current);
  useEffect(() => {
    const left = last.current;
    last.current = current;
    if (left !== current) setVisited((previous) => new Set([...previous, left]));
  }, [current]);
  return visited;
}

const FOCUSABLE = "input, textarea, select, button, a[href]";

/** The step in the URL. A step change moves focus to its heading, or to the requested field. */
function useSteps(steps: readonly ListingStep[]) {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const named = steps.findIndex(({ name }) => name === search.get("step"));
  const index = Math.max(0, named);
  const step = steps[index] as ListingStep;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step.name);
  const requestedField = useRef<string | null>(null);

  useEffect(() => {
    if (shown.current === step.name) return;
    shown.current = step.name;
    const field = requestedField.current;
    requestedField.current = null;
    if (field) return focusOn(field);
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step.name]);

  const go = (name: StepName, fieldId: string | null = null) => {
    if (name === step.name) return fieldId ? focusOn(fieldId) : undefined;
    requestedField.current = fieldId;
    navigate(stepPath(name));
  };
  return { step, index, heading, go };
}

export const stepPath = (name: StepName): string => `?step=${name}`;

/** For a field with several controls, the id is on the wrapper and the first control takes the focus. */
function focusOn(id: string): void {
  const element = document.getElementById(id);
  const control = element?.matches(FOCUSABLE) ? element : element?.querySelector<HTMLElement>(FOCUSABLE);
  (control ?? element)?.focus();
}

type FormParts = {
  start: ListingValues;
  truckCategoryId: string | undefined;
  onChange: (values: ListingValues) => void;
};

const NO_REFUSALS: Readonly<Record<string, string>> = {};

/**
 * The form behind all steps. Input survives leaving a step; errors appear when a step or the form is submitted, then
 * on blur until they are fixed.
 */
function useListingForm({ start, truckCategoryId, onChange }: FormParts) {
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
    // Choices have no blur like text input, so they are rechecked immediately.
    if (typeof get(form.getValues(), name) !== "string" || SELECT_FIELDS.includes(name)) recheck();
  };
  useEffect(() => {
    const subscription = form.watch((_, { name = "" }) => changed.current(name));
    return () => subscription.unsubscribe();
  }, [form]);

  /** Validates some or all fields and shows their errors. */
  const check = async (fields?: ListingStep["fields"]): Promise<FieldProblem[]> => {
    await form.trigger(fields && [...fields]);
    const problems = inStepOrder(problemsIn(schema, form.getValues()));
    return fields ? within(problems, fields) : problems;
  };

  /** Maps a server error to the form's fields, or to a general message when none of them is in the form. */
  const showRejection = (error: unknown): FormProblems => {
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
    showRejection,
    body: (): ListingInput => schema.parse(form.getValues()),
    problems: (): FieldProblem[] => problemsIn(schema, form.getValues()),
    wrongSteps: new Set([...Object.keys(errors), ...Object.keys(refusals)].map(stepOf)),
  };
}

const within = (problems: readonly FieldProblem[], fields: ListingStep["fields"]): FieldProblem[] =>
  problems.filter(({ field }) => fields.some((name) => name === field.split(".")[0]));

/** String fields that are chosen from a list. */
const SELECT_FIELDS = ["condition", "cancellationPolicy", "turnaroundMinutes", "foodTruck.enabledModes"];
