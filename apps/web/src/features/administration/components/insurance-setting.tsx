import { updatePlatformSettings } from "@nexby/contract/administration";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "../../../components/forms/form.tsx";
import { SavedStatus } from "../../../components/forms/saved-status.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { TextField } from "../../../components/forms/text-field.tsx";
import { useIntent } from "../../../lib/intents.ts";
import { changePlatformSettings, platformSettings } from "../api/accounts.ts";

const schema = updatePlatformSettings.body.pick({ insuranceRate: true }).required();

/** What insurance costs whoever adds it. While the settings are not there, the one above says so. */
export function InsuranceSetting() {
  const client = useQueryClient();
  const { data: settings } = useQuery(platformSettings());
  const [saved, setSaved] = useState<string | null>(null);
  const save = useIntent(changePlatformSettings);

  if (!settings) return null;
  return (
    <Form
      schema={schema}
      label="Insurance"
      defaultValues={{ insuranceRate: String(settings.insuranceRate) }}
      onSubmit={async (values) => {
        setSaved(null);
        client.setQueryData(platformSettings().queryKey, await save(values));
        setSaved("Saved");
      }}
      className="mt-4 grid max-w-sm gap-3 border-line border-t pt-5"
    >
      <TextField
        name="insuranceRate"
        label="Insurance (%)"
        hint="Percent of the rental that insurance costs whoever adds it."
        inputMode="decimal"
        autoComplete="off"
      />
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton look="outline" busyText="Saving...">
          Save
        </SubmitButton>
        <SavedStatus text={saved} />
      </div>
    </Form>
  );
}
