import type { Ref } from "react";
import { type FormProblems, waitText } from "../../lib/form-errors.ts";
import { Notice } from "../ui/notice.tsx";
import { fieldId } from "./field.tsx";

/** A single invalid field shows its own error; everything else is reported above the form. */
export const isReported = ({ fields, message }: FormProblems): boolean => message !== null || fields.length > 1;

type Props = {
  problems: FormProblems;
  title?: string;
  formId: string;
  /** Navigates to a field that may not be on the page yet. */
  onFollow?: (field: string) => void;
  ref: Ref<HTMLDivElement>;
};

/** Unchanged until the next submit: if it shrank as fields are fixed, a button could move away under the pointer. */
export function FormReport({ problems, title, formId, onFollow, ref }: Props) {
  const { fields, message, waitSeconds } = problems;
  if (!isReported(problems)) return null;

  return (
    <Notice
      ref={ref}
      look="problem"
      role="alert"
      title={message === null ? `Please check these ${fields.length} fields` : title}
    >
      {message && <p>{message}</p>}
      {waitSeconds !== null && <p>{waitText(waitSeconds)}</p>}
      {fields.length > 1 && (
        <ul>
          {fields.map(({ field, message: text }) => (
            <li key={field}>
              <a
                href={`#${fieldId(formId, field)}`}
                onClick={(event) => {
                  // Leaves the URL fragment free, because a page may use it for something else.
                  event.preventDefault();
                  if (onFollow) onFollow(field);
                  else document.getElementById(fieldId(formId, field))?.focus();
                }}
                className="inline-block py-2.5 underline underline-offset-4"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
