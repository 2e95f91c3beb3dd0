import type { PlatformSettings } from "@nexby/contract/platform-settings";
import { useState } from "react";
import { SavedStatus } from "../../../components/forms/saved-status.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Switch } from "../../../components/ui/switch.tsx";
import { useAction } from "../../../lib/use-action.ts";
import { useSettingChange } from "../use-setting-change.ts";

export function ApprovalSetting({ settings }: { settings: PlatformSettings }) {
  const change = useSettingChange();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const saving = useAction(async (key, isOn: boolean) => {
    await change(key, { autoApproveVerifiedAccounts: isOn });
    setSaved("Saved");
  });

  const turn = async (isOn: boolean) => {
    setWanted(isOn);
    setSaved(null);
    await saving.run(isOn);
    setWanted(null);
  };

  return (
    <div>
      {saving.problem && (
        <Notice look="problem" role="alert" className="mb-3">
          {saving.problem}
        </Notice>
      )}
      <Switch
        label="Approve verified accounts automatically"
        hint="An account is approved as soon as its email and phone are verified."
        isOn={wanted ?? settings.autoApproveVerifiedAccounts}
        onChange={(isOn) => void turn(isOn)}
      />
      <SavedStatus text={saved} className="mt-2" />
    </div>
  );
}
