import type { CategoryView } from "@nexby/contract/categories";
import { ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";
import { ChoiceField } from "../../../components/forms/choice-field.tsx";
import { TextAreaField } from "../../../components/forms/text-area-field.tsx";
import { TextField } from "../../../components/forms/text-field.tsx";
import { MoneyField } from "./amount-field.tsx";
import { CategoryField } from "./category-field.tsx";
import { WrittenLength } from "./written-length.tsx";

const LABELS: Record<ItemCondition, string> = {
  new: "New",
  like_new: "Like new",
  used: "Used",
  heavily_used: "Heavily used",
};
const CONDITIONS = ITEM_CONDITIONS.map((value) => ({ value, label: LABELS[value] }));

export function BasicsStep({ categories }: { categories: readonly CategoryView[] }) {
  return (
    <>
      <TextField
        name="title"
        label="Title"
        placeholder="4-person dome tent"
        hint={<WrittenLength name="title" most={200} />}
      />
      <TextAreaField
        name="description"
        label="Description"
        rows={6}
        hint={
          <>
            What comes with it, and what to know before using it. <WrittenLength name="description" most={5000} />
          </>
        }
      />
      <CategoryField categories={categories} />
      <ChoiceField name="condition" label="Condition" type="radio" options={CONDITIONS} />
      <div className="max-w-sm">
        <MoneyField
          name="replacementValueCents"
          label="Replacement value"
          hint="What a new one would cost. Optional; it helps if something breaks."
        />
      </div>
    </>
  );
}
