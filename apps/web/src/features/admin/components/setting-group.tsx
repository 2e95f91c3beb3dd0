import type { PlatformSettings, SettingKey } from "@nexby/contract/admin/settings";
import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { Form, SavedStatus, SubmitButton } from "../../../components/forms/form.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Switch } from "../../../components/ui/choices.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Section } from "../../../components/ui/section.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { getPlatformSettings, settingsHistory, updatePlatformSettings } from "../api.ts";
import { DEFAULTS, labelOf, settingValueCopy, typedValues } from "../settings-copy.ts";

type SettingGroupProps = {
  title: string;
  text: string;
  settings: PlatformSettings;
  keys: readonly SettingKey[];
  schema: z.ZodType<Partial<PlatformSettings>, FieldValues>;
  children: ReactNode;
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Related settings, saved together; each can be reset to its default individually. */
export function SettingGroup({ title, text, settings, keys, schema, children }: SettingGroupProps) {
  const change = useSettingChange();
  const save = useIntent(change);
  const [saved, setSaved] = useState<string | null>(null);
  // A reset remounts the form. It has the new values before the query tells this component of them.
  const [form, setForm] = useState({ key: 0, values: settings });
  const area = useRef<HTMLDivElement>(null);
  const changed = keys.filter((key) => !isSame(settings[key], DEFAULTS[key]));

  return (
    <Section title={title} text={text}>
      <div ref={area} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        <Form
          key={form.key}
          schema={schema}
          label={title}
          defaultValues={typedValues(form.values)}
          onSubmit={async (values) => {
            setSaved(null);
            await save(values);
            setSaved("Saved");
          }}
        >
          {children}
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton look="outline" busyText="Saving...">
              Save
            </SubmitButton>
            <SavedStatus text={saved} />
          </div>
        </Form>
        {changed.map((key) => (
          <ResetSetting
            key={key}
            setting={key}
            onReset={async (intent) => {
              setSaved(null);
              const values = await change(intent, { [key]: DEFAULTS[key] });
              setForm({ key: form.key + 1, values });
              setSaved("Reset");
              area.current?.focus();
            }}
          />
        ))}
      </div>
    </Section>
  );
}

type ResetSettingProps = { setting: SettingKey; onReset: (key: string) => Promise<void> };

/** Shows the default of a changed setting, with a reset button. */
function ResetSetting({ setting, onReset }: ResetSettingProps) {
  const resetting = useMutationAction(onReset);
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
          {label}: the default is {settingValueCopy(setting, DEFAULTS[setting] as never)}
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

export function ApprovalSetting({ settings }: { settings: PlatformSettings }) {
  const change = useSettingChange();
  const [pendingValue, setPendingValue] = useState<boolean | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const saving = useMutationAction(async (key, isOn: boolean) => {
    await change(key, { autoApproveVerifiedAccounts: isOn });
    setSaved("Saved");
  });

  const toggle = async (isOn: boolean) => {
    setPendingValue(isOn);
    setSaved(null);
    await saving.run(isOn);
    setPendingValue(null);
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
        hint="We approve accounts once their email and phone are verified."
        isOn={pendingValue ?? settings.autoApproveVerifiedAccounts}
        onChange={(isOn) => void toggle(isOn)}
      />
      <SavedStatus text={saved} className="mt-2" />
    </div>
  );
}

/** Saves settings and updates the cached values. */
function useSettingChange() {
  const client = useQueryClient();
  return async (key: string, change: Partial<PlatformSettings>): Promise<PlatformSettings> => {
    const settings = await updatePlatformSettings(key, change);
    client.setQueryData(getPlatformSettings().queryKey, settings);
    await client.invalidateQueries({ queryKey: settingsHistory().queryKey });
    return settings;
  };
}
