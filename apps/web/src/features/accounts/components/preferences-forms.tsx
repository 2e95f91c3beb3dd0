import type { ProfileView } from "@nexby/contract/accounts/profile";
import * as profileContract from "@nexby/contract/accounts/profile";
import { displayPhone } from "@nexby/domain/accounts/profile-completeness";
import { WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { ChoiceField } from "../../../components/forms/choice-fields.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { Form, SavedStatus, SubmitButton, useField } from "../../../components/forms/form.tsx";
import { timeOptions } from "../../../components/forms/time-options.ts";
import { Switch } from "../../../components/ui/choices.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { NativeSelect } from "../../../components/ui/select.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { keepProfile, updateProfile, useSaveProfile } from "../api.ts";

const schema = profileContract.updateProfile.body
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
      <Window name="defaultDropoffWindow" label="Return" />
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
      <TimeField name={`${name}.start`} label={`${label} from`} />
      <TimeField name={`${name}.end`} label={`${label} until`} />
    </div>
  );
}

function TimeField({ name, label }: { name: string; label: string }) {
  const { register } = useFormContext();
  const watched: unknown = useWatch({ name });
  const { id, error, attributes } = useField(name);
  const time = typeof watched === "string" ? watched : "";

  return (
    <Field id={id} label={label} error={error}>
      <NativeSelect {...register(name)} {...attributes} value={time} options={timeOptions(time)} />
    </Field>
  );
}

/** Saves immediately: the switch shows the new choice while saving and reverts on failure. */
export function ContactSharing({ profile }: { profile: ProfileView }) {
  const client = useQueryClient();
  const [pending, setPending] = useState<boolean | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const saving = useMutationAction(async (key, sharesPhone: boolean) => {
    keepProfile(client, await updateProfile(key, { sharesPhone }));
    setSaved("Saved");
  });

  const change = async (sharesPhone: boolean) => {
    setPending(sharesPhone);
    setSaved(null);
    await saving.run(sharesPhone);
    setPending(null);
  };

  return (
    <div className="grid grid-cols-1 gap-2">
      {saving.problem && (
        <Notice look="problem" role="alert">
          {saving.problem}
        </Notice>
      )}
      <Switch
        label="Share my phone number"
        hint={
          profile.phoneNumber
            ? `After a booking is approved, the other person can call you at ${displayPhone(profile.phoneNumber)}.`
            : "Add a phone number first."
        }
        isOn={pending ?? profile.sharesPhone}
        onChange={(isOn) => void change(isOn)}
      />
      <SavedStatus text={saved} className="mt-2" />
    </div>
  );
}
