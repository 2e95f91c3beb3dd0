import { type RefCallback, useImperativeHandle, useRef, useState } from "react";
import { productDate } from "../../lib/server-time.ts";
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
import { CardInput } from "./card-input.tsx";
import type { CardEntry } from "./card-result.ts";
import { ChallengeDialog } from "./challenge-dialog.tsx";
import type { SandboxSettings } from "./sandbox-provider.ts";
import { TestCardList } from "./test-card-list.tsx";
import { isTestCard } from "./test-cards.ts";
import { useSandboxConfirmation } from "./use-sandbox-confirmation.ts";

type Props = { settings: SandboxSettings; entry: RefCallback<CardEntry> };

/** Our own fields, for play money. They look and behave as a provider's would. */
export function SandboxCardEntry({ settings, entry }: Props) {
  const [card, setCard] = useState(NO_DETAILS);
  const [problems, setProblems] = useState<CardProblems>({});
  const fields = useRef<HTMLFieldSetElement>(null);
  const { confirm, challenge } = useSandboxConfirmation(settings);
  const found = () => problemsOfCard(card, { now: productDate(), isAccepted: isTestCard });

  useImperativeHandle(entry, () => ({
    check: () => {
      const all = found();
      setProblems(all);
      const first = CARD_FIELDS.find((name) => all[name]);
      if (first) fields.current?.querySelector<HTMLInputElement>(`[name=card-${first}]`)?.focus();
      return first === undefined;
    },
    confirm: (kind, clientSecret) => confirm(kind, clientSecret, card),
  }));

  const inputOf = (name: CardField, shown = (text: string) => text) => ({
    name,
    value: card[name],
    error: problems[name],
    onChange: (text: string) => setCard({ ...card, [name]: shown(text) }),
    // What was wrong is looked at again; what was not yet complained about is left in peace until the form is sent.
    onBlur: () => problems[name] && setProblems({ ...problems, [name]: found()[name] }),
  });
  const brand = brandOf(card.number);

  return (
    <fieldset ref={fields} className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="sr-only">Card</legend>
      <Notice look="information">Test mode: only test cards are accepted, and no money moves.</Notice>
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
