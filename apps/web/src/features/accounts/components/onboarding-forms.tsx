import { acceptTerms, type ProfileView, updateProfile } from "@nexby/contract/accounts/profile";
import type { UsStateCode } from "@nexby/domain/kernel/us-states";
import type { ReactNode } from "react";
import { z } from "zod";
import { CheckboxField, ChoiceField, PhoneField, PlaceFields } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";

const USES = [
  { value: "renter", label: "Rent items" },
  { value: "owner", label: "List items" },
];

const PrimaryUseField = () => (
  <ChoiceField name="primaryUse" label="What brings you here most?" type="radio" options={USES} />
);

const quickSchema = updateProfile.body
  .pick({ firstName: true, lastName: true, primaryUse: true })
  .required()
  .extend(acceptTerms.body.pick({ termsAccepted: true }).shape);

export type QuickOnboarding = z.output<typeof quickSchema>;

type QuickOnboardingFormProps = {
  profile: ProfileView;
  /** The terms to accept; hidden when already accepted. */
  terms: ReactNode;
  onSubmit: (values: QuickOnboarding) => Promise<void>;
};

export function QuickOnboardingForm({ profile, terms, onSubmit }: QuickOnboardingFormProps) {
  const hasAccepted = profile.termsAcceptedAt !== null;

  return (
    <Form
      schema={quickSchema}
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

const { phoneNumber, city, state } = updateProfile.body.shape;

/** These fields are optional in a profile but required for registration. */
const registrationSchema = z.object({
  phoneNumber: phoneNumber.unwrap().unwrap(),
  city: city.unwrap().unwrap(),
  state: state.unwrap().unwrap(),
});

type Registration = z.input<typeof registrationSchema>;

type RegistrationFormProps = { profile: ProfileView; onSubmit: (values: Registration) => Promise<void> };

export function RegistrationForm({ profile, onSubmit }: RegistrationFormProps) {
  return (
    <Form
      schema={registrationSchema}
      label="Registration"
      defaultValues={{
        phoneNumber: profile.phoneNumber ?? "",
        city: profile.city ?? "",
        state: (profile.state ?? "") as UsStateCode,
      }}
      onSubmit={onSubmit}
    >
      <PhoneField />
      <PlaceFields />
      <SubmitButton busyText="Saving..." className="w-full sm:w-max">
        Save and verify
      </SubmitButton>
    </Form>
  );
}
