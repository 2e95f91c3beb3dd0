import type { ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import { FormContextProvider } from "../../../components/forms/form-context.ts";
import { FormReport } from "../../../components/forms/form-report.tsx";
import type { DraftStatus } from "../draft-saver.ts";
import type { ListingValues } from "../listing-values.ts";
import { useWizard, type WizardParts } from "../use-wizard.ts";
import { ActionBar, type ActionTexts } from "./action-bar.tsx";
import { StepContent } from "./step-content.tsx";
import { StepList } from "./step-list.tsx";

type Props = WizardParts & {
  texts: ActionTexts;
  status: DraftStatus;
  preview: (values: ListingValues) => ReactNode;
};

/** One step at a time. */
export function ListingWizard({ texts, status, preview, ...parts }: Props) {
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
              obstacle={wizard.reason}
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
