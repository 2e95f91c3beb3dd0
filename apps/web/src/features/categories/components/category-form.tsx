import { createCategory, type ManagedCategoryView } from "@nexby/contract/categories";
import { Form } from "../../../components/forms/form.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { TextField } from "../../../components/forms/text-field.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { DialogCancel } from "../../../components/ui/dialog.tsx";
import { useIntent } from "../../../lib/intents.ts";
import { addCategory, changeCategory } from "../api/managed-categories.ts";

const NEW = {
  name: "",
  icon: "",
  listerCommissionRate: "5.00",
  renterCommissionRate: "0.00",
  commissionRate: "5.00",
};

type Props = { category: ManagedCategoryView | null; onDone: (words: string) => Promise<void> };

/** For a new category, or for one that is there. */
export function CategoryForm({ category, onDone }: Props) {
  const save = useIntent(async (key, fields: Parameters<typeof addCategory>[1]) =>
    category ? changeCategory(category.id)(key, fields) : addCategory(key, fields),
  );

  return (
    <Form
      schema={createCategory.body}
      defaultValues={category ? { ...category, icon: category.icon ?? "" } : NEW}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={async (fields) => {
        const { name } = await save(fields);
        await onDone(category ? `${name} is saved` : `${name} is added`);
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_5rem] gap-4">
        <TextField name="name" label="Name" autoComplete="off" />
        <TextField name="icon" label="Emoji" autoComplete="off" />
      </div>
      <TextField name="listerCommissionRate" label="Owner’s commission, %" inputMode="decimal" autoComplete="off" />
      <TextField name="renterCommissionRate" label="Renter’s fee, %" inputMode="decimal" autoComplete="off" />
      <TextField
        name="commissionRate"
        label="General commission, %"
        inputMode="decimal"
        autoComplete="off"
        hint="Counts where there is no rate for owners"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogCancel className={BUTTON_STYLE.outline}>Cancel</DialogCancel>
        <SubmitButton busyText="Saving...">{category ? "Save" : "Add category"}</SubmitButton>
      </div>
    </Form>
  );
}
