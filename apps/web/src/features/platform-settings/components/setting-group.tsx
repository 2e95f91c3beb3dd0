import type { PlatformSettings, SettingKey } from "@nexby/contract/platform-settings";
import { type ReactNode, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { Form } from "../../../components/forms/form.tsx";
import { SavedStatus } from "../../../components/forms/saved-status.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { Section } from "../../../components/ui/section.tsx";
import { useIntent } from "../../../lib/intents.ts";
import { DEFAULTS, typedValues } from "../setting-schemas.ts";
import { useSettingChange } from "../use-setting-change.ts";
import { ResetSetting } from "./reset-setting.tsx";

type Props = {
  title: string;
  text: string;
  settings: PlatformSettings;
  keys: readonly SettingKey[];
  schema: z.ZodType<Partial<PlatformSettings>, FieldValues>;
  children: ReactNode;
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Settings that belong together, saved together; each can go back to its default by itself. */
export function SettingGroup({ title, text, settings, keys, schema, children }: Props) {
  const change = useSettingChange();
  const save = useIntent(change);
  const [saved, setSaved] = useState<string | null>(null);
  // A form that went back to a default begins anew with it.
  const [round, setRound] = useState(0);
  const area = useRef<HTMLDivElement>(null);
  const decided = keys.filter((key) => !isSame(settings[key], DEFAULTS[key]));

  return (
    <Section title={title} text={text}>
      <div ref={area} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        <Form
          key={round}
          schema={schema}
          label={title}
          defaultValues={typedValues(settings)}
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
        {decided.map((key) => (
          <ResetSetting
            key={key}
            setting={key}
            onReset={async (intent) => {
              setSaved(null);
              await change(intent, { [key]: DEFAULTS[key] });
              setRound(round + 1);
              setSaved("Reset");
              area.current?.focus();
            }}
          />
        ))}
      </div>
    </Section>
  );
}
