import type { SettingKey } from "@nexby/contract/platform-settings";
import { RotateCcw } from "lucide-react";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useAction } from "../../../lib/use-action.ts";
import { DEFAULTS } from "../setting-schemas.ts";
import { labelOf, valueWords } from "../setting-words.ts";

type Props = { setting: SettingKey; onReset: (key: string) => Promise<void> };

/** Of a setting that is not as it came: what it would be, and the way back. */
export function ResetSetting({ setting, onReset }: Props) {
  const resetting = useAction(onReset);
  const label = labelOf(setting);

  return (
    <div className="rounded-control bg-subtle px-4 py-3">
      {resetting.problem && (
        <Notice look="problem" role="alert" className="mb-3">
          {resetting.problem}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-pretty text-muted text-sm">
          {label}: the default is {valueWords(setting, DEFAULTS[setting] as never)}
        </p>
        <Button
          look="outline"
          isBusy={resetting.isBusy}
          aria-label={`Reset ${label}`}
          onClick={() => void resetting.run()}
        >
          {!resetting.isBusy && <RotateCcw size={18} strokeWidth={1.75} aria-hidden="true" />}
          Reset
        </Button>
      </div>
    </div>
  );
}
