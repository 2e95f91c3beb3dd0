import { acceptTerms, type ProfileView, updateProfile } from "@nexby/contract/profile";
import type { ReactNode } from "react";
import type { z } from "zod";
import { CheckboxField } from "../../../components/forms/checkbox-field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { TextField } from "../../../components/forms/text-field.tsx";
import { PrimaryUseField } from "./primary-use-field.tsx";

const schema = updateProfile.body
  .pick({ firstName: true, lastName: true, primaryUse: true })
  .required()
  .extend(acceptTerms.body.pick({ termsAccepted: true }).shape);

export type QuickOnboarding = z.output<typeof schema>;

type Props = {
  profile: ProfileView;
  /** The text to accept; who has accepted it already is not asked again. */
  terms: ReactNode;
  onSubmit: (values: QuickOnboarding) => Promise<void>;
};

export function QuickOnboardingForm({ profile, terms, onSubmit }: Props) {
  const hasAccepted = profile.termsAcceptedAt !== null;

  return (
    <Form
      schema={schema}
      label="Your details"
      defaultValues={{
        firstName: profile.firstName ?? "",
        lastName: profile.lastName ?? "",
        primaryUse: profile.primaryUse ?? undefined,
        termsAccepted: hasAccepted || undefined,
      }}
      onSubmit={onSubmit}
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField name="firstName" label="First name" autoComplete="given-name" />
        <TextField name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <PrimaryUseField />
      {!hasAccepted && (
        <div className="grid gap-2">
          {terms}
          <CheckboxField name="termsAccepted" label="I agree to the Terms and Conditions" />
        </div>
      )}
      <SubmitButton busyText="Saving..." className="w-full sm:w-max">
        Continue
      </SubmitButton>
    </Form>
  );
}
