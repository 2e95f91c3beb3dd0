import { type ProfileView, updateProfile } from "@nexby/contract/accounts/profile";
import type { UsStateCode } from "@nexby/domain/kernel/us-states";
import { useState } from "react";
import { Link } from "wouter";
import { ChoiceField, PhoneField, PlaceFields } from "../../../components/forms/choice-fields.tsx";
import { Form, SavedStatus, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { useSaveProfile } from "../api.ts";

const schema = updateProfile.body
  .pick({ firstName: true, lastName: true, phoneNumber: true, city: true, state: true, primaryUse: true })
  .required();

const USES = [
  { value: "renter", label: "Rent items" },
  { value: "owner", label: "List items" },
];

export function PersonalForm({ profile }: { profile: ProfileView }) {
  const save = useSaveProfile();
  const [saved, setSaved] = useState<string | null>(null);

  return (
    <Form
      schema={schema}
      label="Personal details"
      defaultValues={{
        firstName: profile.firstName ?? "",
        lastName: profile.lastName ?? "",
        phoneNumber: profile.phoneNumber ?? "",
        city: profile.city ?? "",
        state: (profile.state ?? "") as UsStateCode,
        primaryUse: profile.primaryUse ?? undefined,
      }}
      onSubmit={async (values) => {
        setSaved(null);
        await save(values);
        setSaved("Saved");
      }}
    >
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField name="firstName" label="First name" autoComplete="given-name" />
        <TextField name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <div>
        <PhoneField isNullable />
        <Link href="/verify-contact" className={`${TEXT_LINK_STYLE} -mb-3`}>
          Verify email and phone
        </Link>
      </div>
      <PlaceFields isNullable />
      <ChoiceField name="primaryUse" label="What brings you here most?" type="radio" options={USES} />
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton busyText="Saving...">Save changes</SubmitButton>
        <SavedStatus text={saved} />
      </div>
    </Form>
  );
}
