import type { ManagedCategoryView } from "@nexby/contract/listings/categories";
import * as categoriesContract from "@nexby/contract/listings/categories";
import { ArrowDown, ArrowUp, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { ConfirmButton, DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { createCategory, deleteCategory, updateCategory } from "../api.ts";

const NEW = {
  name: "",
  icon: "",
  listerCommissionRate: "5.00",
  renterCommissionRate: "0.00",
  commissionRate: "5.00",
};

type CategoryFormProps = { category: ManagedCategoryView | null; onDone: (message: string) => Promise<void> };

/** Creates or edits a category. */
function CategoryForm({ category, onDone }: CategoryFormProps) {
  const save = useIntent(async (key, fields: Parameters<typeof createCategory>[1]) =>
    category ? updateCategory(category.id)(key, fields) : createCategory(key, fields),
  );

  return (
    <Form
      schema={categoriesContract.createCategory.body}
      defaultValues={category ? { ...category, icon: category.icon ?? "" } : NEW}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={async (fields) => {
        const { name } = await save(fields);
        await onDone(category ? `${name} saved` : `${name} added`);
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_5rem] gap-4">
        <TextField name="name" label="Name" autoComplete="off" />
        <TextField name="icon" label="Emoji" autoComplete="off" />
      </div>
      <TextField name="listerCommissionRate" label="Owner commission (%)" inputMode="decimal" autoComplete="off" />
      <TextField name="renterCommissionRate" label="Renter fee (%)" inputMode="decimal" autoComplete="off" />
      <TextField
        name="commissionRate"
        label="General commission (%)"
        inputMode="decimal"
        autoComplete="off"
        hint="Used if there’s no owner commission"
      />
      <DialogButtons>
        <SubmitButton busyText="Saving...">{category ? "Save" : "Add category"}</SubmitButton>
      </DialogButtons>
    </Form>
  );
}

type CategoryDialogButtonProps = {
  category: ManagedCategoryView | null;
  look: "primary" | "sign";
  /** Accessible name for an icon-only button. */
  name?: string;
  onDone: (message: string) => Promise<void>;
  children: ReactNode;
};

export function CategoryDialogButton({ category, look, name, onDone, children }: CategoryDialogButtonProps) {
  return (
    <DialogButton
      look={look}
      name={name}
      label={children}
      title={category ? `Edit ${category.name}` : "Add a category"}
      text={
        category ? "New rates apply to new bookings." : "It goes to the end of the list. Owners can use it right away."
      }
    >
      {(close) => <CategoryForm category={category} onDone={(message) => onDone(message).then(close)} />}
    </DialogButton>
  );
}

type CategoryActionsProps = {
  category: ManagedCategoryView;
  /** 1-based position. */
  position: number;
  count: number;
  onMove: (to: number) => void;
  onDone: (message: string) => Promise<void>;
  onGone: () => void;
};

/** A category with listings cannot be deleted. */
export function CategoryActions({ category, position, count, onMove, onDone, onGone }: CategoryActionsProps) {
  const { id, name, itemCount } = category;
  const moves = [
    { to: position - 1, label: `Move ${name} up`, isEnabled: position > 1, Icon: ArrowUp },
    { to: position + 1, label: `Move ${name} down`, isEnabled: position < count, Icon: ArrowDown },
  ];

  return (
    <div className="flex items-center gap-1">
      {moves.map(({ to, label, isEnabled, Icon }) => (
        // Uses aria-disabled, because a disabled button would lose focus.
        <button
          key={label}
          type="button"
          aria-label={label}
          aria-disabled={!isEnabled}
          className={BUTTON_STYLE.sign}
          onClick={() => isEnabled && onMove(to)}
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ))}
      <CategoryDialogButton category={category} look="sign" name={`Edit ${name}`} onDone={onDone}>
        <Pencil size={20} strokeWidth={1.75} aria-hidden="true" />
      </CategoryDialogButton>
      {itemCount === 0 && (
        <ConfirmButton
          label="Delete"
          name={`Delete ${name}`}
          title={`Delete ${name}?`}
          text="This category has no listings. You can’t undo this."
          confirmLabel="Delete category"
          onConfirm={async (key) => {
            await deleteCategory(id)(key);
            await onDone(`${name} deleted`);
          }}
          onOpenerGone={onGone}
        />
      )}
    </div>
  );
}
