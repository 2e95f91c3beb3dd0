import type { CategoryView } from "@nexby/contract/listings/categories";
import { Check, CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { FormProvider } from "react-hook-form";
import { Link } from "wouter";
import { FormContextProvider } from "../../../components/forms/form.tsx";
import { FormReport } from "../../../components/forms/form-report.tsx";
import type { DraftStatus } from "../draft.ts";
import type { ListingValues } from "../listing-values.ts";
import type { ListingStep, StepName } from "../steps.ts";
import { stepPath, useWizard, type WizardParts } from "../use-wizard.ts";
import { ActionBar, type ActionTexts } from "./action-bar.tsx";
import { AvailabilityStep } from "./availability-step.tsx";
import { BasicsStep, PhotosStep } from "./basics-step.tsx";
import { FoodTruckStep } from "./food-truck-step.tsx";
import { HandoffStep } from "./handoff-step.tsx";
import { PriceStep } from "./price-step.tsx";

type ListingWizardProps = WizardParts & {
  texts: ActionTexts;
  status: DraftStatus;
  preview: (values: ListingValues) => ReactNode;
};

export function ListingWizard({ texts, status, preview, ...parts }: ListingWizardProps) {
  const wizard = useWizard(parts);
  const { listing, steps, step, index, report } = wizard;

  return (
    <FormProvider {...listing.form}>
      <FormContextProvider value={{ id: listing.id, isBusy: wizard.isBusy, refusals: listing.refusals }}>
        <div className="grid grid-cols-1 items-start gap-x-12 gap-y-5 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <StepList steps={steps} current={step.name} wrong={listing.wrongSteps} done={wizard.done} />
          <form
            noValidate
            aria-label={step.title}
            onSubmit={wizard.submit}
            onBlur={listing.recheck}
            className="min-w-0 max-w-2xl"
          >
            <p className="text-muted text-sm">
              Step {index + 1} of {steps.length}
            </p>
            <h2 ref={wizard.heading} tabIndex={-1} className="display-type text-xl outline-none md:text-2xl">
              {step.title}
            </h2>
            <p className="mt-1 text-pretty text-muted">{step.text}</p>
            <div className="mt-6 grid min-h-[40svh] grid-cols-1 content-start gap-6 md:min-h-0 [&_:is(a,button,input,select,textarea)]:scroll-mb-44">
              {report.problems && (
                <FormReport
                  ref={report.box}
                  problems={report.problems}
                  title={texts.failure}
                  formId={listing.id}
                  onFollow={report.follow}
                />
              )}
              <StepContent
                step={step.name}
                categories={parts.categories}
                isFoodTruck={wizard.isTruck}
                onUploading={wizard.setIsUploading}
                preview={() => preview(listing.form.getValues())}
              />
            </div>
            <ActionBar
              texts={texts}
              blocker={wizard.reason}
              isBusy={wizard.isBusy}
              status={status}
              hasSubmit={parts.isStored || !wizard.onNext}
              onBack={wizard.onBack}
              onNext={wizard.onNext}
            />
          </form>
        </div>
      </FormContextProvider>
    </FormProvider>
  );
}

type StepContentProps = {
  step: StepName;
  categories: readonly CategoryView[];
  isFoodTruck: boolean;
  /** Reports whether photos are uploading. */
  onUploading: (isUploading: boolean) => void;
  preview: () => ReactNode;
};

/** The photos step stays mounted, so that uploads continue during the other steps. */
function StepContent({ step, categories, isFoodTruck, onUploading, preview }: StepContentProps) {
  return (
    <>
      <div hidden={step !== "photos"}>
        <PhotosStep onBusy={onUploading} />
      </div>
      {step === "basics" && <BasicsStep categories={categories} isFoodTruck={isFoodTruck} />}
      {step === "price" && <PriceStep categories={categories} isFoodTruck={isFoodTruck} />}
      {step === "exchange" && <HandoffStep />}
      {step === "availability" && <AvailabilityStep />}
      {step === "food-truck" && <FoodTruckStep categories={categories} />}
      {step === "preview" && preview()}
    </>
  );
}

type StepListProps = {
  steps: readonly ListingStep[];
  current: StepName;
  wrong: ReadonlySet<StepName | null>;
  done: ReadonlySet<StepName>;
};

/** Links to all steps: a scrolling row on phones, a side list on wide screens. */
function StepList({ steps, current, wrong, done }: StepListProps) {
  const row = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const list = row.current;
    const link = list?.querySelector<HTMLElement>(`[data-step="${current}"]`);
    // scrollIntoView would scroll the page as well.
    if (list && link) list.scrollLeft = link.offsetLeft - (list.clientWidth - link.clientWidth) / 2;
  }, [current]);

  return (
    <nav aria-label="Steps" className="-mx-(--page-gutter) lg:sticky lg:top-24 lg:mx-0">
      <ol
        ref={row}
        className="no-scrollbar relative flex gap-1 overflow-x-auto px-(--page-gutter) py-1 lg:grid lg:px-1"
      >
        {steps.map(({ name, title }, index) => (
          <li key={name} className="shrink-0">
            <Link
              href={stepPath(name)}
              data-step={name}
              aria-current={name === current ? "step" : undefined}
              className="flex min-h-11 items-center gap-2.5 rounded-full px-3 font-medium text-muted hover:bg-subtle aria-[current=step]:bg-primary-soft aria-[current=step]:text-on-primary-soft lg:rounded-control"
            >
              <Mark number={index + 1} isWrong={wrong.has(name)} isDone={done.has(name)} />
              <span className="whitespace-nowrap">{title}</span>
              {wrong.has(name) && <span className="sr-only">, please check</span>}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Mark({ number, isWrong, isDone }: { number: number; isWrong: boolean; isDone: boolean }) {
  if (isWrong) return <CircleAlert size={24} strokeWidth={2} aria-hidden="true" className="shrink-0 text-danger" />;
  return (
    <span
      aria-hidden="true"
      className={`grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs ${isDone ? "bg-primary text-on-primary" : "border border-line-strong"}`}
    >
      {isDone ? <Check size={14} strokeWidth={3} /> : number}
    </span>
  );
}
