import { type ProfileView, updateProfile } from "@nexby/contract/profile";
import { US_STATES } from "@nexby/domain/kernel/us-states";
import { z } from "zod";
import { Form } from "../../../components/forms/form.tsx";
import { SelectField } from "../../../components/forms/select-field.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { TextField } from "../../../components/forms/text-field.tsx";

const { phoneNumber, city, state } = updateProfile.body.shape;

/** What a profile may lack, a registration may not. */
const schema = z.object({
  phoneNumber: phoneNumber.unwrap().unwrap(),
  city: city.unwrap().unwrap(),
  state: state.unwrap().unwrap(),
});

type Registration = z.input<typeof schema>;

const STATES = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));

type Props = { profile: ProfileView; onSubmit: (values: Registration) => Promise<void> };

export function RegistrationForm({ profile, onSubmit }: Props) {
  return (
    <Form
      schema={schema}
      label="Registration"
      defaultValues={{
        phoneNumber: profile.phoneNumber ?? "",
        city: profile.city ?? "",
        state: (profile.state ?? "") as keyof typeof US_STATES,
      }}
      onSubmit={onSubmit}
    >
      <TextField
        name="phoneNumber"
        label="Phone number"
        type="tel"
        autoComplete="tel"
        hint="With its country code, such as +1 201 555 0123"
      />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField name="city" label="City" autoComplete="address-level2" />
        <SelectField
          name="state"
          label="State"
          placeholder="Choose a state"
          options={STATES}
          autoComplete="address-level1"
        />
      </div>
      <SubmitButton busyText="Saving..." className="w-full sm:w-max">
        Save and verify
      </SubmitButton>
    </Form>
  );
}
