import { createContext, useContext } from "react";
import { get, useFormContext, useFormState } from "react-hook-form";
import { errorId, fieldId, hintId } from "./field-ids.ts";

type FormContext = {
  id: string;
  isBusy: boolean;
  /** What the server said about fields, until they are changed. */
  refusals: Readonly<Record<string, string>>;
};

const Context = createContext<FormContext | null>(null);

export const FormContextProvider = Context.Provider;

export function useOwnForm(): FormContext {
  const form = useContext(Context);
  if (!form) throw new Error("A field needs a form around it");
  return form;
}

type FieldState = {
  id: string;
  error: string | undefined;
  /** What ties the control to its label, hint and error. */
  attributes: { id: string; "aria-invalid"?: true; "aria-describedby"?: string };
};

export function useField(name: string, hasHint = false): FieldState {
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const form = useOwnForm();
  const id = fieldId(form.id, name);
  const own = get(errors, name) as { message?: unknown } | undefined;
  const error = typeof own?.message === "string" ? own.message : form.refusals[name];
  const description = [error && errorId(id), hasHint && hintId(id)].filter(Boolean).join(" ");
  return {
    id,
    error,
    attributes: {
      id,
      ...(error && { "aria-invalid": true as const }),
      ...(description && { "aria-describedby": description }),
    },
  };
}
