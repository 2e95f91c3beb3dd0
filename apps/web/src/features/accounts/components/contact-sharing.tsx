import type { ProfileView } from "@nexby/contract/accounts/profile";
import { displayPhone } from "@nexby/domain/kernel/phone";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { Switch } from "../../../components/ui/choices.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { keepProfile, updateProfile } from "../api.ts";

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
