import type { Piece } from "@nexby/domain/listings/kit";
import { useController } from "react-hook-form";
import { CHECKBOX_STYLE, CONTROL_STYLE } from "../ui/filter-field.tsx";
import { FieldError, FieldHint } from "./field.tsx";
import { useField } from "./form.tsx";

/** As typed. Undefined until the person has counted something. */
type Counts = { name: string; count: number | string }[] | undefined;

const NAME = "pieces";

/**
 * The pieces of a kit, to be counted in a condition report: a field of the form around it, called `pieces` as in the
 * contract. A piece is ticked off if all are there, or its number is typed.
 */
export function PiecesChecklist({ kit, hint }: { kit: readonly Piece[]; hint: string }) {
  const { field } = useController<{ pieces: Counts }, typeof NAME>({ name: NAME });
  const { id, error, attributes } = useField(NAME, true);
  const countOf = (name: string) => field.value?.find((piece) => piece.name === name)?.count ?? "";
  const change = (changed: string, count: number | string) => {
    const counts = kit.map(({ name }) => ({ name, count: name === changed ? count : countOf(name) }));
    field.onChange(counts.some((piece) => piece.count !== "") ? counts : undefined);
  };

  if (kit.length === 0) return null;
  return (
    // Named, so that the form can place the server's refusal of a checklist here and focus it.
    <fieldset
      id={id}
      name={NAME}
      tabIndex={-1}
      aria-describedby={attributes["aria-describedby"]}
      className="min-w-0 outline-none"
    >
      <legend className="font-semibold text-sm">Pieces</legend>
      <FieldHint id={id}>{hint}</FieldHint>
      <ul className="mt-3 grid gap-3">
        {kit.map(({ name, count }, index) => (
          <li key={name}>
            <PieceCount
              index={index}
              name={name}
              most={count}
              value={String(countOf(name))}
              onChange={(typed) => change(name, typed)}
              onBlur={field.onBlur}
            />
          </li>
        ))}
      </ul>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

type PieceCountProps = {
  index: number;
  name: string;
  most: number;
  value: string;
  onChange: (count: number | string) => void;
  onBlur: () => void;
};

function PieceCount({ index, name, most, value, onChange, onBlur }: PieceCountProps) {
  const fieldName = `${NAME}.${index}.count`;
  const { id, error, attributes } = useField(fieldName);
  return (
    <>
      <div className="flex items-center gap-3">
        <label className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5">
          <input
            type="checkbox"
            aria-label={`${name}: all ${most} there`}
            checked={value === String(most)}
            onChange={({ target }) => onChange(target.checked ? most : "")}
            onBlur={onBlur}
            className={CHECKBOX_STYLE}
          />
          <span className="min-w-0 break-words">{name}</span>
        </label>
        <div className="w-16 shrink-0">
          <input
            {...attributes}
            name={fieldName}
            aria-label={`${name}: how many are there`}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            value={value}
            onChange={({ target }) => onChange(/^\d+$/.test(target.value) ? Number(target.value) : target.value)}
            onBlur={onBlur}
            className={`${CONTROL_STYLE} text-center tabular-nums`}
          />
        </div>
        <span className="w-14 shrink-0 text-muted text-sm tabular-nums">of {most}</span>
      </div>
      <FieldError id={id} error={error} />
    </>
  );
}
