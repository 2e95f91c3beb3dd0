import { useCallback, useEffect, useRef } from "react";
import { type CardFormHandle, isCardField } from "../../components/card-form/use-card-form.tsx";
import { fieldId } from "../../components/forms/field.tsx";
import { isReported } from "../../components/forms/form-report.tsx";
import type { FormProblems } from "../../lib/form-errors.ts";

/** Focuses the error summary, or the field itself when only one is wrong. */
export function useProblemFocus(problems: FormProblems | null, formId: string, { focus }: CardFormHandle) {
  const report = useRef<HTMLDivElement>(null);
  const follow = useCallback(
    (field: string) => (isCardField(field) ? focus(field) : document.getElementById(fieldId(formId, field))?.focus()),
    [formId, focus],
  );
  useEffect(() => {
    if (!problems) return;
    if (isReported(problems)) report.current?.focus();
    else follow(problems.fields[0]?.field ?? "");
  }, [problems, follow]);
  return { report, follow };
}
