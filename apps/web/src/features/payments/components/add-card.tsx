import { typeset } from "@nexby/domain/kernel/typography";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { listSavedCards } from "../../../components/card-form/card-choice.tsx";
import { CardForm } from "../../../components/card-form/card-form.tsx";
import type { CardResult } from "../../../components/card-form/card-result.ts";
import { useCardForm } from "../../../components/card-form/use-card-form.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { problemsOf } from "../../../lib/form-errors.ts";
import { startCardSetup } from "../api.ts";

const CANCELED = "You didn’t confirm with your bank, so the card wasn’t saved.";

/** Why the card was not saved; null when it was. */
function problemOf(result: CardResult): string | null {
  if (result.status === "succeeded" || result.status === "processing") return null;
  return result.status === "canceled" ? CANCELED : typeset(result.message);
}

export function AddCard({ onEnd }: { onEnd: (message: string | null) => void }) {
  const client = useQueryClient();
  const card = useCardForm();
  const startSetup = useIntent(startCardSetup);
  // The same setup secret works for any number of attempts.
  const secret = useRef<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const report = useRef<HTMLDivElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  // The button that opened the form is gone, so the form takes the focus.
  useEffect(() => form.current?.focus(), []);
  useEffect(() => {
    if (problem) report.current?.focus();
  }, [problem]);

  const save = async (): Promise<string | null> => {
    try {
      secret.current ??= (await startSetup()).clientSecret;
      return problemOf(await card.confirmSetup(secret.current));
    } catch (error) {
      return problemsOf(error, []).message;
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const [invalid] = card.check();
    if (invalid) return card.focus(invalid.field);
    setIsBusy(true);
    setProblem(null);
    const failure = await save();
    setProblem(failure);
    setIsBusy(false);
    if (failure !== null) return;
    await client.invalidateQueries({ queryKey: listSavedCards().queryKey });
    onEnd("Card saved");
  };

  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      aria-label="Add a card"
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-1 gap-5 outline-none"
    >
      {problem && (
        <Notice ref={report} look="problem" role="alert" title="We couldn’t save your card">
          {problem}
        </Notice>
      )}
      <CardForm entry={card.entry} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy || !card.isReady} busyText={isBusy ? "Saving..." : undefined}>
          Save card
        </Button>
        <Button look="outline" onClick={() => onEnd(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
