import type { CategoryView } from "@nexby/contract/listings/categories";
import { ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";
import { MAX_PIECES } from "@nexby/domain/listings/kit";
import { Plus } from "lucide-react";
import { useRef } from "react";
import { useController } from "react-hook-form";
import { ChoiceField } from "../../../components/forms/choice-fields.tsx";
import { FieldError, FieldHint } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form.tsx";
import { TextAreaField, TextField } from "../../../components/forms/text-fields.tsx";
import { PhotoUpload } from "../../../components/photo-upload/photo-upload.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { CHECKBOX_STYLE } from "../../../components/ui/filter-field.tsx";
import type { ListingValues, PieceValues } from "../listing-values.ts";
import { MoneyField, RemoveRow, RowCell, RowErrors, WrittenLength } from "./fields.tsx";

const PIECES = "pieces";
const COLUMNS = ["name", "count", "priceCents"] as const;
const NEW_PIECE: PieceValues = { name: "", count: "1", priceCents: "" };

/** The pieces of a kit, with the price of each missing one. */
function PieceEditor() {
  const { field } = useController<ListingValues, typeof PIECES>({ name: PIECES });
  const { id, error, attributes } = useField(PIECES, true);
  const add = useRef<HTMLButtonElement>(null);
  const pieces = field.value;

  const change = (index: number, changes: Partial<PieceValues>) =>
    field.onChange(pieces.map((piece, place) => (place === index ? { ...piece, ...changes } : piece)));
  const remove = (index: number) => {
    field.onChange(pieces.filter((_, place) => place !== index));
    // The pressed button was removed with its row.
    add.current?.focus();
  };

  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={attributes["aria-describedby"]}>
      <legend className="font-semibold text-sm">Pieces</legend>
      <FieldHint id={id}>
        Optional. List what belongs to one unit, such as 4 tent poles. You both count the pieces at pickup and return.
        Renters agree to the price of each missing piece when they book.
      </FieldHint>
      {pieces.length > 0 && (
        <ol className="mt-3 grid gap-3">
          {pieces.map((piece, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position and has no state
              key={index}
              className="rounded-control border border-line bg-surface p-3"
            >
              <div className="grid grid-cols-[1fr_1fr_2.75rem] items-end gap-2 sm:grid-cols-[2fr_1fr_1fr_2.75rem]">
                <div className="col-span-3 sm:col-span-1">
                  <Cell index={index} column="name" label="Piece" piece={piece} onChange={change} />
                </div>
                <Cell index={index} column="count" label="How many" piece={piece} onChange={change} />
                <Cell index={index} column="priceCents" label="$ each if missing" piece={piece} onChange={change} />
                <RemoveRow label={`Remove piece ${index + 1}`} onClick={() => remove(index)} />
              </div>
              <RowErrors names={COLUMNS.map((column) => `${PIECES}.${index}.${column}`)} />
            </li>
          ))}
        </ol>
      )}
      <button
        ref={add}
        type="button"
        disabled={pieces.length >= MAX_PIECES}
        onClick={() => field.onChange([...pieces, NEW_PIECE])}
        className={`${BUTTON_STYLE.outline} mt-3`}
      >
        <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
        Add a piece
      </button>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

type CellProps = {
  index: number;
  column: keyof PieceValues;
  label: string;
  piece: PieceValues;
  onChange: (index: number, changes: Partial<PieceValues>) => void;
};

const Cell = ({ index, column, label, piece, onChange }: CellProps) => (
  <RowCell
    name={`${PIECES}.${index}.${column}`}
    label={label}
    fullLabel={`${label}, piece ${index + 1}`}
    inputMode={column === "name" ? "text" : "decimal"}
    value={piece[column]}
    onChange={(typed) => onChange(index, { [column]: typed })}
  />
);

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
