import { useEffect, useRef } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { ListingStep, StepName } from "./steps.ts";

const FOCUSABLE = "input, textarea, select, button, a[href]";

/** The step that the address names. A change of it moves the focus to its heading, or to the field that was asked for. */
export function useSteps(steps: readonly ListingStep[]) {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const named = steps.findIndex(({ name }) => name === search.get("step"));
  const index = Math.max(0, named);
  const step = steps[index] as ListingStep;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step.name);
  const wantedField = useRef<string | null>(null);

  useEffect(() => {
    if (shown.current === step.name) return;
    shown.current = step.name;
    const field = wantedField.current;
    wantedField.current = null;
    if (field) return focusOn(field);
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step.name]);

  const go = (name: StepName, fieldId: string | null = null) => {
    if (name === step.name) return fieldId ? focusOn(fieldId) : undefined;
    wantedField.current = fieldId;
    navigate(stepPath(name));
  };
  return { step, index, heading, go };
}

export const stepPath = (name: StepName): string => `?step=${name}`;

/** A field of several controls has the id, the first of them takes the focus. */
function focusOn(id: string): void {
  const element = document.getElementById(id);
  const control = element?.matches(FOCUSABLE) ? element : element?.querySelector<HTMLElement>(FOCUSABLE);
  (control ?? element)?.focus();
}
