import type { CategoryView } from "@nexby/contract/listings/categories";
import { ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";
import { useController } from "react-hook-form";
import { ChoiceField } from "../../../components/forms/choice-fields.tsx";
import { FieldError, FieldHint } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form.tsx";
import { TextAreaField, TextField } from "../../../components/forms/text-fields.tsx";
import { PhotoUpload } from "../../../components/photo-upload/photo-upload.tsx";
import { CHECKBOX_STYLE } from "../../../components/ui/filter-field.tsx";
import type { ListingValues } from "../listing-values.ts";
import { MoneyField, WrittenLength } from "./fields.tsx";
import { PieceEditor } from "./piece-editor.tsx";

const LABELS: Record<ItemCondition, string> = {
  new: "New",
  like_new: "Like new",
  used: "Used",
  heavily_used: "Heavily used",
};
const CONDITIONS = ITEM_CONDITIONS.map((value) => ({ value, label: LABELS[value] }));

type BasicsStepProps = { categories: readonly CategoryView[]; isFoodTruck: boolean };

export function BasicsStep({ categories, isFoodTruck }: BasicsStepProps) {
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
            Say what’s included and what renters should know before using it.{" "}
            <WrittenLength name="description" most={5000} />
          </>
        }
      />
      <CategoryField categories={categories} />
      <ChoiceField name="condition" label="Condition" type="radio" options={CONDITIONS} />
      <div className="max-w-sm">
        <MoneyField
          name="replacementValueCents"
          label="Replacement value"
          hint="Optional. What a new one costs, in case yours is damaged or lost."
        />
      </div>
      {!isFoodTruck && <PieceEditor />}
    </>
  );
}

const NAME = "categoryIds";

/** Kept in selection order: the first category is the main one. */
function CategoryField({ categories }: { categories: readonly CategoryView[] }) {
  const { field } = useController<ListingValues, typeof NAME>({ name: NAME });
  const { id, error, attributes } = useField(NAME, true);
  const main = categories.find((category) => category.id === field.value[0]);

  const toggle = (categoryId: string, isSelected: boolean) =>
    field.onChange(isSelected ? [...field.value, categoryId] : field.value.filter((chosen) => chosen !== categoryId));

  return (
    <fieldset aria-describedby={attributes["aria-describedby"]}>
      <legend className="mb-1.5 font-semibold text-sm">Categories</legend>
      <div className="flex flex-wrap gap-2">
        {categories.map((category, index) => (
          <label
            key={category.id}
            className="flex min-h-11 items-center gap-2.5 rounded-control border border-line-strong bg-surface px-3.5 font-medium hover:bg-subtle has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft"
          >
            <input
              id={index === 0 ? id : undefined}
              name={NAME}
              type="checkbox"
              aria-invalid={attributes["aria-invalid"]}
              checked={field.value.includes(category.id)}
              onChange={(event) => toggle(category.id, event.target.checked)}
              onBlur={field.onBlur}
              className={CHECKBOX_STYLE}
            />
            {category.name}
          </label>
        ))}
      </div>
      <FieldHint id={id}>
        {main
          ? `Choose one to three. Your first choice sets our commission: ${Number(main.listerCommissionRate)}% for ${main.name}.`
          : "Choose one to three. Your first choice sets our commission."}
      </FieldHint>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

const MAX_PHOTOS = 20;

type Props = { onBusy: (isBusy: boolean) => void };

export function PhotosStep({ onBusy }: Props) {
  const { field } = useController<ListingValues, "images">({ name: "images" });
  const { id, error } = useField("images");
  return (
    <div id={id}>
      <PhotoUpload
        images={field.value}
        onChange={field.onChange}
        most={MAX_PHOTOS}
        label="Photos"
        error={error}
        onBusy={onBusy}
      />
    </div>
  );
}
