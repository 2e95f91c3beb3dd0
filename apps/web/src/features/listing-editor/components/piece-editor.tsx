import { MAX_PIECES } from "@nexby/domain/listings/kit";
import { Plus } from "lucide-react";
import { useRef } from "react";
import { useController } from "react-hook-form";
import { FieldError, FieldHint } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import type { ListingValues, PieceValues } from "../listing-values.ts";
import { RemoveRow, RowCell, RowErrors } from "./fields.tsx";

const NAME = "pieces";
const COLUMNS = ["name", "count", "priceCents"] as const;
const NEW_PIECE: PieceValues = { name: "", count: "1", priceCents: "" };

/** The pieces of a kit, with the price of each missing one. */
export function PieceEditor() {
  const { field } = useController<ListingValues, typeof NAME>({ name: NAME });
  const { id, error, attributes } = useField(NAME, true);
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
              <RowErrors names={COLUMNS.map((column) => `${NAME}.${index}.${column}`)} />
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
    name={`${NAME}.${index}.${column}`}
    label={label}
    fullLabel={`${label}, piece ${index + 1}`}
    inputMode={column === "name" ? "text" : "decimal"}
    value={piece[column]}
    onChange={(typed) => onChange(index, { [column]: typed })}
  />
);
