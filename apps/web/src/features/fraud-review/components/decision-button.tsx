import { decideFraudAnalysis, type FraudAnalysisView } from "@nexby/contract/fraud";
import { useState } from "react";
import { Form } from "../../../components/forms/form.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { TextAreaField } from "../../../components/forms/text-area-field.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { Dialog, DialogCancel } from "../../../components/ui/dialog.tsx";
import { useIntent } from "../../../lib/intents.ts";
import { decide } from "../api/fraud-analyses.ts";
import { DECISIONS, nameOf } from "../decisions.ts";

type Props = {
  decision: keyof typeof DECISIONS;
  analysis: FraudAnalysisView;
  onDone: (words: string) => Promise<void>;
  onOpenerGone: () => void;
};

const schema = decideFraudAnalysis.body.pick({ notes: true });

/** Asks before it acts, and for the reason, which is kept. */
export function DecisionButton({ decision, analysis, onDone, onOpenerGone }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { label, title, text } = DECISIONS[decision];
  const name = nameOf(analysis.renter);

  return (
    <>
      <Button look="outline" aria-label={`${label}: ${analysis.item.title}, ${name}`} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={title(name)}
        text={text}
        onOpenerGone={onOpenerGone}
      >
        <NotesForm
          decision={decision}
          analysis={analysis}
          onDone={async (words) => {
            await onDone(words);
            setIsOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}

function NotesForm({ decision, analysis, onDone }: Omit<Props, "onOpenerGone">) {
  const { label, busyText, done, look } = DECISIONS[decision];
  const submit = useIntent((key, notes: string) => decide(analysis.id)(key, { decision, notes }));

  return (
    <Form
      schema={schema}
      className="mt-5 grid grid-cols-1 gap-6"
      onSubmit={async ({ notes }) => {
        await submit(notes);
        await onDone(done(nameOf(analysis.renter)));
      }}
    >
      <TextAreaField name="notes" label="Why" hint="For administrators only; the renter never sees it" />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogCancel className={BUTTON_STYLE.outline}>Cancel</DialogCancel>
        <SubmitButton look={look} busyText={busyText}>
          {label}
        </SubmitButton>
      </div>
    </Form>
  );
}
