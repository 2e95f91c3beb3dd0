import { useEffect, useRef, useState } from "react";
import { fieldId } from "../../components/forms/field-ids.ts";
import { isReported } from "../../components/forms/form-report.tsx";
import type { FormProblems } from "../../lib/form-problems.ts";
import { type StepName, stepOf } from "./steps.ts";

type Parts = { formId: string; step: StepName; go: (step: StepName, fieldId: string) => void };

/** Several mistakes are listed at the step at which they were found; a single one is gone to at once. */
export function useProblemReport({ formId, step, go }: Parts) {
  const [report, setReport] = useState<{ problems: FormProblems; step: StepName } | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (report) box.current?.focus();
  }, [report]);

  const follow = (field: string) => go(stepOf(field) ?? step, fieldId(formId, field));
  const tell = (problems: FormProblems) => {
    const [first] = problems.fields;
    setReport(isReported(problems) ? { problems, step } : null);
    if (first && !isReported(problems)) follow(first.field);
  };
  return { problems: report?.step === step ? report.problems : null, box, follow, tell };
}
