import { ChevronDown } from "lucide-react";
import {
  type ChangeEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type RefCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { productDate } from "../../lib/server-time.ts";
import { errorId, Field } from "../forms/field.tsx";
import { CONTROL_STYLE } from "../ui/filter-field.tsx";
import { Notice } from "../ui/notice.tsx";
import {
  brandOf,
  CARD_FIELDS,
  type CardField,
  type CardProblems,
  NO_DETAILS,
  problemsOfCard,
  spacedExpiry,
  spacedNumber,
} from "./card-details.ts";
import type { CardEntry } from "./card-result.ts";
import type { SandboxSettings } from "./sandbox-provider.ts";
import { ChallengeDialog, useSandboxConfirmation } from "./sandbox-saved-card.tsx";

type TestCard = { number: string; behavior: string };

/** Cards worth trying, with the behavior the sandbox documents for them. */
export const SHOWN_TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", behavior: "Works" },
  { number: "5555555555554444", behavior: "Works, Mastercard" },
  { number: "378282246310005", behavior: "Works, American Express" },
  { number: "4000002500003155", behavior: "Asks for bank confirmation once" },
  { number: "4000002760003184", behavior: "Asks for bank confirmation every time" },
  { number: "4000000000000002", behavior: "Declined" },
  { number: "4000000000009995", behavior: "Insufficient funds" },
  { number: "4000000000000069", behavior: "Expired" },
  { number: "4000000000000127", behavior: "Wrong security code" },
  { number: "4000000000000341", behavior: "Can be saved, declined when charged" },
  { number: "4000000000000259", behavior: "Charged back later" },
  { number: "4000000000005423", behavior: "Reported as stolen later" },
  { number: "4000000000004954", behavior: "High risk" },
];

const OTHERS = [
  "4000056655665556",
  "5105105105105100",
  "6011111111111117",
  "4000000000000077",
  "4000000000009987",
  "4000000000009979",
  "4000000000000119",
  "4000008260003178",
  "4100000000000019",
  "4000000000009235",
  "4000000000000101",
  "4000000000000036",
  "4000000000000028",
  "4000000000002685",
  "4000000000001976",
  "4000000000007726",
  "4000000000005126",
];

const ALL = new Set([...SHOWN_TEST_CARDS.map(({ number }) => number), ...OTHERS]);

/** No other number may leave the browser. */
export const isTestCard = (digits: string): boolean => ALL.has(digits);

/** Collapsed at first, for users who already know the cards. */
function TestCardList({ onChoose }: { onChoose: (number: string) => void }) {
  const list = useRef<HTMLDetailsElement>(null);
  const choose = (number: string) => {
    onChoose(number);
    if (!list.current) return;
    list.current.open = false;
    list.current.querySelector("summary")?.focus();
  };

  return (
    <details ref={list} className="group rounded-control border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between rounded-control px-3.5 font-semibold text-sm">
        Test cards
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className="group-open:rotate-180" />
      </summary>
      <ul className="border-line border-t py-1">
        {SHOWN_TEST_CARDS.map(({ number, behavior }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => choose(number)}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3.5 py-1.5 text-left text-sm -outline-offset-2 hover:bg-subtle"
            >
              <span className="tabular-nums">{spacedNumber(number)}</span>
              <span className="text-muted">{behavior}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

type SandboxCardEntryProps = { settings: SandboxSettings; entry: RefCallback<CardEntry> };

/** Card fields of the sandbox. They look and behave like a real provider's. */
export function SandboxCardEntry({ settings, entry }: SandboxCardEntryProps) {
  const [card, setCard] = useState(NO_DETAILS);
  const [problems, setProblems] = useState<CardProblems>({});
  const fields = useRef<HTMLFieldSetElement>(null);
  const { confirm, challenge } = useSandboxConfirmation(settings);
  const found = () => problemsOfCard(card, { now: productDate(), isAccepted: isTestCard });

  useImperativeHandle(entry, () => ({
    check: () => {
      const all = found();
      setProblems(all);
      return CARD_FIELDS.flatMap((name) => (all[name] ? [{ field: `card-${name}`, message: all[name] }] : []));
    },
    focus: (field) => fields.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus(),
    confirm: (kind, clientSecret) => confirm(kind, clientSecret, card),
  }));

  const inputOf = (name: CardField, shown = (text: string) => text) => ({
    name,
    value: card[name],
    error: problems[name],
    onChange: (text: string) => setCard({ ...card, [name]: shown(text) }),
    // Revalidates only fields that already show an error; other fields are validated on submit.
    onBlur: () => problems[name] && setProblems({ ...problems, [name]: found()[name] }),
  });
  const brand = brandOf(card.number);

  return (
    <fieldset ref={fields} className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="sr-only">Card</legend>
      <Notice look="information">Test mode: only test cards work, and no real money moves.</Notice>
      <CardInput
        {...inputOf("number", spacedNumber)}
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        maxLength={23}
        sign={brand && <span className="rounded-md bg-subtle px-1.5 py-0.5 font-semibold text-xs">{brand}</span>}
      />
      <div className="grid grid-cols-2 gap-4">
        <CardInput
          {...inputOf("expiry", (text) => spacedExpiry(text, card.expiry))}
          label="Expiration"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          maxLength={7}
        />
        <CardInput
          {...inputOf("code")}
          label="Security code"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="CVC"
          maxLength={4}
        />
      </div>
      <CardInput
        {...inputOf("zip")}
        label="Billing ZIP"
        inputMode="numeric"
        autoComplete="billing postal-code"
        placeholder="07040"
        maxLength={10}
      />
      <TestCardList
        onChoose={(number) => {
          const code = brandOf(number) === "American Express" ? "1234" : "123";
          setCard({ number: spacedNumber(number), expiry: "12 / 40", code, zip: "07040" });
          setProblems({});
        }}
      />
      {challenge && <ChallengeDialog {...challenge} />}
    </fieldset>
  );
}

type CardInputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "autoComplete" | "placeholder" | "inputMode" | "maxLength"
> & {
  name: CardField;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Shown at the end of the input. */
  sign?: ReactNode;
};

/** Shows the digits in groups and keeps the caret behind the same digit. */
function CardInput({ name, label, value, error, onChange, onBlur, sign, ...rest }: CardInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const digitsBefore = useRef<number | null>(null);

  useLayoutEffect(() => {
    const element = input.current;
    if (!element || digitsBefore.current === null || document.activeElement !== element) return;
    const place = cursorAfter(value, digitsBefore.current);
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

function cursorAfter(text: string, digits: number): number {
  let left = digits;
  for (const [place, character] of [...text].entries()) {
    if (left === 0) return place;
    if (/\d/.test(character)) left -= 1;
  }
  return text.length;
}
