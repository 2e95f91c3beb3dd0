import type { ProfileView } from "@nexby/contract/profile";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SavedStatus } from "../../../components/forms/saved-status.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Switch } from "../../../components/ui/switch.tsx";
import { useAction } from "../../../lib/use-action.ts";
import { keepProfile, patchProfile } from "../api/profile.ts";

type Choices = Pick<ProfileView, "notifyEmail" | "notifySms">;

/** Switches count at once: each shows the choice while it is being saved, and goes back should that fail. */
export function NotificationSwitches({ profile }: { profile: ProfileView }) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<Partial<Choices>>({});
  const [saved, setSaved] = useState<string | null>(null);
  const saving = useAction(async (key, change: Partial<Choices>) => {
    keepProfile(client, await patchProfile(key, change));
    setSaved("Saved");
  });

  const change = async (choice: Partial<Choices>) => {
    setWanted(choice);
    setSaved(null);
    await saving.run(choice);
    setWanted({});
  };
  const { notifyEmail, notifySms } = { ...profile, ...wanted };

  return (
    <div className="grid grid-cols-1 gap-2">
      {saving.problem && (
        <Notice look="problem" role="alert">
          {saving.problem}
        </Notice>
      )}
      <Switch
        label="Email"
        hint={`Requests, messages and receipts to ${profile.email}`}
        isOn={notifyEmail}
        onChange={(isOn) => void change({ notifyEmail: isOn })}
      />
      <Switch
        label="SMS"
        hint={profile.phoneNumber ? `What cannot wait, to ${profile.phoneNumber}` : "Needs a phone number"}
        isOn={notifySms}
        onChange={(isOn) => void change({ notifySms: isOn })}
      />
      <SavedStatus text={saved} className="mt-2" />
    </div>
  );
}
