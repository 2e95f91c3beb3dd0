import { zodResolver } from "@hookform/resolvers/zod";
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { type FormProblems, listErrors, placeProblems, problemsOf } from "../../lib/form-problems.ts";
import { FormContextProvider } from "./form-context.ts";
import { FormReport, isReported } from "./form-report.tsx";

type Props<Input extends FieldValues, Output> = {
  /** Of the contract: both sides say the same about the same mistake. */
  schema: z.ZodType<Output, Input>;
  defaultValues?: DefaultValues<Input>;
  /** What it throws is shown; what was typed stays. */
  onSubmit: (values: Output) => Promise<void>;
  /** Whether nothing of what was typed is left when all went well. */
  isEmptiedAfter?: boolean;
  /** Of what the server refuses; with it, the server's message is always said above the form. */
  failureTitle?: string;
  /** Fields that refusals without one are about: `{ wrong_code: "code" }`. */
  fieldOfCode?: Readonly<Record<string, string>>;
  label?: string;
  className?: string;
  children: ReactNode;
};

const NO_REFUSALS = {};

/** Errors show on submit, then on blur until they are fixed: at their fields, and two or more also in a summary. */
export function Form<Input extends FieldValues, Output>(props: Props<Input, Output>) {
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
  const forgetRefusal = ({ target: { name } }: ChangeEvent<HTMLFormElement>) => {
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
          onChange={forgetRefusal}
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
