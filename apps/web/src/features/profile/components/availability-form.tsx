import { type ProfileView, updateProfile } from "@nexby/contract/profile";
import { WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { useState } from "react";
import { ChoiceField } from "../../../components/forms/choice-field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { SavedStatus } from "../../../components/forms/saved-status.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { TextField } from "../../../components/forms/text-field.tsx";
import { useSaveProfile } from "../api/profile.ts";

const schema = updateProfile.body
  .pick({ defaultPickupWindow: true, defaultDropoffWindow: true, defaultAvailableDays: true })
  .required();

const DAYS = WEEKDAYS.map((day) => ({ value: day, label: day.charAt(0).toUpperCase() + day.slice(1, 3) }));

export function AvailabilityForm({ profile }: { profile: ProfileView }) {
  const { defaultPickupWindow, defaultDropoffWindow, defaultAvailableDays } = profile;
  const save = useSaveProfile();
  const [saved, setSaved] = useState<string | null>(null);

  return (
    <Form
      schema={schema}
      label="Availability"
      defaultValues={{ defaultPickupWindow, defaultDropoffWindow, defaultAvailableDays }}
      onSubmit={async (values) => {
        setSaved(null);
        await save(values);
        setSaved("Saved");
      }}
    >
      <Window name="defaultPickupWindow" label="Pickup" />
      <Window name="defaultDropoffWindow" label="Drop-off" />
      <ChoiceField name="defaultAvailableDays" label="Days" type="checkbox" options={DAYS} />
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton busyText="Saving...">Save availability</SubmitButton>
        <SavedStatus text={saved} />
      </div>
    </Form>
  );
}

function Window({ name, label }: { name: string; label: string }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField name={`${name}.start`} label={`${label} from`} type="time" />
      <TextField name={`${name}.end`} label={`${label} until`} type="time" />
    </div>
  );
}
