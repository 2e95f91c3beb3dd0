import { zodResolver } from "@hookform/resolvers/zod";
import { typeset } from "@nexby/domain/kernel/typography";
import { CircleCheck } from "lucide-react";
import {
  type ChangeEvent,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  get,
  useForm,
  useFormContext,
  useFormState,
} from "react-hook-form";
import type { z } from "zod";
import { type FormProblems, listErrors, placeProblems, problemsOf } from "../../lib/form-errors.ts";
import { Button } from "../ui/button.tsx";
import { errorId, fieldId, hintId } from "./field.tsx";
import { FormReport, isReported } from "./form-report.tsx";

type FormProps<Input extends FieldValues, Output> = {
  /** From the API contract, so that client and server report the same errors. */
  schema: z.ZodType<Output, Input>;
  defaultValues?: DefaultValues<Input>;
  /** Errors it throws are shown, and the input is kept. */
  onSubmit: (values: Output) => Promise<void>;
  /** Resets the form after a successful submit. */
  isEmptiedAfter?: boolean;
  /** Title for server errors. If set, the server's message is always shown above the form. */
  failureTitle?: string;
  /** Fields for error codes that come without one: `{ wrong_code: "code" }`. */
  fieldOfCode?: Readonly<Record<string, string>>;
  label?: string;
  className?: string;
  children: ReactNode;
};

const NO_REFUSALS = {};

/** Errors show on submit, then on blur until they are fixed: at their fields, and two or more also in a summary. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { schema, defaultValues, onSubmit, isEmptiedAfter, failureTitle, fieldOfCode, label, className, children } =
    props;
  const id = useId();
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    reValidateMode: "onBlur",
    shouldFocusError: false,
  });
  const { isSubmitting } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const report = useRef<HTMLDivElement>(null);
  const [problems, setProblems] = useState<FormProblems | null>(null);
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>(NO_REFUSALS);

  useEffect(() => {
    if (!problems) return;
    if (isReported(problems)) report.current?.focus();
    else
      controlsOf(element.current)
        .find(({ name }) => name === problems.fields[0]?.field)
        ?.focus();
  }, [problems]);

  const fieldNames = () => controlsOf(element.current).map(({ name }) => name);

  const submit = form.handleSubmit(
    async (values) => {
      setProblems(null);
      setRefusals(NO_REFUSALS);
      try {
        await onSubmit(values);
        if (isEmptiedAfter) form.reset();
      } catch (error) {
        const found = problemsOf(error, fieldNames(), { fieldOfCode, saysAll: failureTitle !== undefined });
        setProblems(found);
        setRefusals(Object.fromEntries(found.fields.map(({ field, message }) => [field, message])));
      }
    },
    (errors) => {
      const { placed, homeless } = placeProblems(listErrors(errors), fieldNames());
      setProblems({ fields: placed, message: homeless[0]?.message ?? null, waitSeconds: null });
    },
  );

  const submitOnce = (event: FormEvent) => {
    event.preventDefault();
    if (!isSubmitting) void submit();
  };
  const clearRefusal = ({ target: { name } }: ChangeEvent<HTMLFormElement>) => {
    if (name in refusals) setRefusals(({ [name]: _, ...others }) => others);
  };

  return (
    <FormProvider {...form}>
      <FormContextProvider value={{ id, isBusy: isSubmitting, refusals }}>
        <form
          ref={element}
          noValidate
          aria-label={label}
          onSubmit={submitOnce}
          onChange={clearRefusal}
          className={className ?? "grid grid-cols-1 gap-5"}
        >
          {problems && <FormReport ref={report} problems={problems} title={failureTitle} formId={id} />}
          {children}
        </form>
      </FormContextProvider>
    </FormProvider>
  );
}

type Control = HTMLElement & { name: string };

const controlsOf = (form: HTMLFormElement | null): Control[] =>
  [...(form?.elements ?? [])].filter((element): element is Control => "name" in element && element.name !== "");

type FormContext = {
  id: string;
  isBusy: boolean;
  /** Server errors by field, until the field is changed. */
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
  /** Tie the control to its label, hint and error. */
  attributes: { id: string; "aria-invalid"?: true; "aria-describedby"?: string };
};

export function useField(name: string, hasHint = false): FieldState {
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const form = useOwnForm();
  const id = fieldId(form.id, name);
  const own = get(errors, name) as { message?: unknown } | undefined;
  const error = typeof own?.message === "string" ? typeset(own.message) : form.refusals[name];
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

type SubmitButtonProps = {
  busyText: string;
  /** True while the data to submit is still loading. */
  isWaiting?: boolean;
  look?: "primary" | "outline" | "danger";
  className?: string;
  children: ReactNode;
};

export function SubmitButton({ busyText, isWaiting = false, look, className, children }: SubmitButtonProps) {
  const { isBusy } = useOwnForm();
  return (
    <Button
      type="submit"
      look={look}
      isBusy={isBusy || isWaiting}
      busyText={isBusy ? busyText : undefined}
      className={className}
    >
      {children}
    </Button>
  );
}

/** Screen readers announce it when it appears. */
export function SavedStatus({ text, className = "" }: { text: string | null; className?: string }) {
  return (
    <div role="status">
      {text && (
        <p className={`flex items-center gap-1.5 font-medium text-on-success-soft ${className}`}>
          <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
