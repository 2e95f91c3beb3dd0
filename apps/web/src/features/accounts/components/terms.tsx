import type { ProfileView } from "@nexby/contract/accounts/profile";
import * as profileContract from "@nexby/contract/accounts/profile";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { CheckboxField } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ScrollArea } from "../../../components/ui/scroll-area.tsx";
import { ApiError } from "../../../lib/api/errors.ts";
import { useIntent } from "../../../lib/browser/intents.ts";
import { acceptTerms, getActiveTerms } from "../api.ts";

/** The active terms in a box that can also be scrolled with the keyboard. */
export function ActiveTerms() {
  const heading = useId();
  const { data: terms, isError, refetch } = useQuery(getActiveTerms());

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-1.5 font-semibold text-sm">
        Terms and Conditions
      </h2>
      {terms ? (
        <ScrollArea
          role="region"
          aria-label="Text of the Terms and Conditions"
          tabIndex={0}
          className="h-48 whitespace-pre-line break-words rounded-control border border-line bg-subtle px-4 py-3 text-sm"
        >
          {terms.content}
        </ScrollArea>
      ) : (
        <div className="h-48 rounded-control border border-line bg-subtle px-4 py-3">
          {isError ? (
            <div role="alert" className="grid h-full place-content-center justify-items-center gap-3 text-center">
              <p>We couldn’t load the terms.</p>
              <Button look="outline" onClick={() => void refetch()}>
                Try Again
              </Button>
            </div>
          ) : (
            <SkeletonArea label="Loading terms" size="small">
              <div className="grid grid-cols-1 gap-3 pt-1">
                <SkeletonBar className="h-3 w-2/5" />
                <SkeletonBar className="h-3 w-full" />
                <SkeletonBar className="h-3 w-11/12" />
                <SkeletonBar className="h-3 w-3/5" />
              </div>
            </SkeletonArea>
          )}
        </div>
      )}
    </section>
  );
}

const schema = profileContract.acceptTerms.body.pick({ termsAccepted: true });

/** For users who did not sign up with the form. They accept the version they are shown. */
export function AcceptTermsForm({ onAccepted }: { onAccepted: (profile: ProfileView) => void }) {
  const { data: terms, refetch } = useQuery(getActiveTerms());
  const submit = useIntent(acceptTerms);

  return (
    <Form
      schema={schema}
      label="Terms and Conditions"
      className="grid grid-cols-1 gap-3"
      onSubmit={async ({ termsAccepted }) => {
        try {
          onAccepted(await submit({ termsAccepted, version: terms?.version ?? 0 }));
        } catch (error) {
          if (error instanceof ApiError && error.code === "terms_changed") await refetch();
          throw error;
        }
      }}
    >
      <ActiveTerms />
      <CheckboxField name="termsAccepted" label="I agree to the Terms and Conditions" />
      <SubmitButton busyText="Saving..." className="w-full sm:w-max">
        Accept terms
      </SubmitButton>
    </Form>
  );
}
