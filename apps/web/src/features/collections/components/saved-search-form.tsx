import { savedSearchNaming } from "@nexby/contract/saved-search-fields";
import { CheckboxField } from "../../../components/forms/checkbox-field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { TextField } from "../../../components/forms/text-field.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { DialogCancel } from "../../../components/ui/dialog.tsx";
import { useIntent } from "../../../lib/intents.ts";

type Naming = { name: string; hasAlerts: boolean };
type Props = { naming: Naming; submitLabel: string; onSubmit: (key: string, naming: Naming) => Promise<void> };

/** Within a dialog. */
export function SavedSearchForm({ naming, submitLabel, onSubmit }: Props) {
  const submit = useIntent(onSubmit);
  return (
    <Form
      schema={savedSearchNaming}
      defaultValues={naming}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={(fields) => submit(fields)}
    >
      <TextField name="name" label="Name" autoComplete="off" />
      <CheckboxField name="hasAlerts" label="Tell me of new items once a day" />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogCancel className={BUTTON_STYLE.outline}>Cancel</DialogCancel>
        <SubmitButton busyText="Saving...">{submitLabel}</SubmitButton>
      </div>
    </Form>
  );
}
