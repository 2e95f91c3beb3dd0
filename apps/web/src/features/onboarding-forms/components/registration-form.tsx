import { type ProfileView, updateProfile } from "@nexby/contract/profile";
import type { UsStateCode } from "@nexby/domain/kernel/us-states";
import { z } from "zod";
import { PhoneField, PlaceFields } from "../../../components/forms/contact-fields.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";

const { phoneNumber, city, state } = updateProfile.body.shape;

/** What a profile may lack, a registration may not. */
const schema = z.object({
  phoneNumber: phoneNumber.unwrap().unwrap(),
  city: city.unwrap().unwrap(),
  state: state.unwrap().unwrap(),
});

type Registration = z.input<typeof schema>;

type Props = { profile: ProfileView; onSubmit: (values: Registration) => Promise<void> };

export function RegistrationForm({ profile, onSubmit }: Props) {
  return (
    <Form
      schema={schema}
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
