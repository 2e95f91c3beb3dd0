import type { CategoryView } from "@nexby/contract/categories";
import type { ListingInput } from "@nexby/contract/listing-fields";
import { type FormEvent, useState } from "react";
import { useWatch } from "react-hook-form";
import type { FieldProblem } from "../../lib/form-problems.ts";
import type { Start } from "./draft-start.ts";
import { isFoodTruck } from "./listing-schema.ts";
import type { ListingValues } from "./listing-values.ts";
import { type ListingStep, stepOf, stepsFor } from "./steps.ts";
import { useListingForm } from "./use-listing-form.ts";
import { useProblemReport } from "./use-problem-report.ts";
import { useSteps } from "./use-steps.ts";
import { useVisitedSteps } from "./use-visited-steps.ts";

export type WizardParts = {
  categories: readonly CategoryView[];
  start: Start;
  /** Whether it can be sent from every step, because it was complete before. */
  isStored: boolean;
  /** Why it cannot be sent; null when it can. */
  obstacle: string | null;
  onChange: (values: ListingValues) => void;
  onSubmit: (body: ListingInput) => Promise<void>;
};

const FOOD_TRUCKS = "food-trucks";
const STILL_UPLOADING = "Your photos are still being uploaded.";

/** Where somebody is in the form, and the ways on from there. */
export function useWizard({ categories, start, isStored, obstacle, onChange, onSubmit }: WizardParts) {
  const truckCategoryId = categories.find(({ slug }) => slug === FOOD_TRUCKS)?.id;
  const listing = useListingForm({ start: start.values, truckCategoryId, onChange });
  const isTruck = isFoodTruck(useWatch({ control: listing.form.control, name: "categoryIds" }), truckCategoryId);
  const steps = stepsFor(isTruck);
  const { step, index, heading, go } = useSteps(steps);
  const visited = useVisitedSteps(step.name, isStored || start.isRestored);
  const report = useProblemReport({ formId: listing.id, step: step.name, go });
  const [isBusy, setIsBusy] = useState(false);
  const [isUploading, setIsUploading] = useState(false);
  const reason = obstacle ?? (isUploading ? STILL_UPLOADING : null);
  const [before, next] = [steps[index - 1], steps[index + 1]];

  const isRight = (fields: FieldProblem[]): boolean => {
    report.tell({ fields, message: null, waitSeconds: null });
    return fields.length === 0;
  };
  const goOn = async () => {
    // Photos on their way count as well: there is time until the last step.
    const isWaiting = step.name === "photos" && isUploading;
    if (next && (isWaiting || isRight(await listing.check(step.fields)))) go(next.name);
  };
  const send = async () => {
    if (!isRight(await listing.check())) return;
    setIsBusy(true);
    try {
      await onSubmit(listing.body());
    } catch (error) {
      report.tell(listing.refuse(error));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (next && !isStored) void goOn();
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
    onBack: before && (() => go(before.name)),
    onNext: next && (() => void goOn()),
    done: new Set(steps.filter(isDone).map(({ name }) => name)),
  };
}
