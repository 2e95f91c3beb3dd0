import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Field } from "../forms/field.tsx";
import { errorId } from "../forms/field-ids.ts";
import { CONTROL_STYLE } from "../ui/control-style.ts";
import type { CardField } from "./card-details.ts";

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, "autoComplete" | "placeholder" | "inputMode" | "maxLength"> & {
  name: CardField;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** What stands at its end. */
  sign?: ReactNode;
};

/** What is typed is shown in groups; the caret stays behind the digit it was behind. */
export function CardInput({ name, label, value, error, onChange, onBlur, sign, ...rest }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const digitsBefore = useRef<number | null>(null);

  useLayoutEffect(() => {
    const element = input.current;
    if (!element || digitsBefore.current === null || document.activeElement !== element) return;
    const place = placeAfter(value, digitsBefore.current);
    element.setSelectionRange(place, place);
    digitsBefore.current = null;
  }, [value]);

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const caret = target.selectionStart ?? target.value.length;
    const isAtEnd = caret === target.value.length;
    digitsBefore.current = isAtEnd ? null : target.value.slice(0, caret).replace(/\D/g, "").length;
    onChange(target.value);
  };

  return (
    <Field id={id} label={label} error={error}>
      <div className="relative">
        <input
          {...rest}
          ref={input}
          id={id}
          name={`card-${name}`}
          value={value}
          onChange={change}
          onBlur={onBlur}
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId(id) : undefined}
          className={`${CONTROL_STYLE} tabular-nums`}
        />
        {sign && <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center">{sign}</span>}
      </div>
    </Field>
  );
}

function placeAfter(text: string, digits: number): number {
  let left = digits;
  for (const [place, character] of [...text].entries()) {
    if (left === 0) return place;
    if (/\d/.test(character)) left -= 1;
  }
  return text.length;
}
