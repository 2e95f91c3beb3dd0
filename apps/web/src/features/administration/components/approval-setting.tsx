import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SavedStatus } from "../../../components/forms/saved-status.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { Switch } from "../../../components/ui/switch.tsx";
import { useAction } from "../../../lib/use-action.ts";
import { changePlatformSettings, platformSettings } from "../api/accounts.ts";

export function ApprovalSetting() {
  const client = useQueryClient();
  const { data: settings, isError, refetch } = useQuery(platformSettings());
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const saving = useAction(async (key, isOn: boolean) => {
    const changed = await changePlatformSettings(key, { autoApproveVerifiedAccounts: isOn });
    client.setQueryData(platformSettings().queryKey, changed);
    setSaved("Saved");
  });

  const change = async (isOn: boolean) => {
    setWanted(isOn);
    setSaved(null);
    await saving.run(isOn);
    setWanted(null);
  };

  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!settings) {
    return (
      <SkeletonArea label="Loading settings">
        <SkeletonBar shape="control" className="h-14" />
      </SkeletonArea>
    );
  }
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
        onChange={(isOn) => void change(isOn)}
      />
      <SavedStatus text={saved} className="mt-2" />
    </div>
  );
}
