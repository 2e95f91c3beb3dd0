import type { FraudAnalysisView } from "@nexby/contract/admin/fraud";
import * as fraudContract from "@nexby/contract/admin/fraud";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { decideFraudReview } from "../api.ts";
import { DECISIONS, memberName } from "../copy.ts";

type Props = {
  decision: keyof typeof DECISIONS;
  analysis: FraudAnalysisView;
  onDone: (message: string) => Promise<void>;
  onOpenerGone: () => void;
};

const schema = fraudContract.decideFraudReview.body.pick({ notes: true });

/** Confirms the decision and asks for notes, which are stored. */
export function DecisionButton({ decision, analysis, onDone, onOpenerGone }: Props) {
  const { label, title, text } = DECISIONS[decision];
  const name = memberName(analysis.renter);

  return (
    <DialogButton
      label={label}
      name={`${label}: ${analysis.item.title}, ${name}`}
      title={title(name)}
      text={text}
      onOpenerGone={onOpenerGone}
    >
      {(close) => (
        <NotesForm decision={decision} analysis={analysis} onDone={(message) => onDone(message).then(close)} />
      )}
    </DialogButton>
  );
}

function NotesForm({ decision, analysis, onDone }: Omit<Props, "onOpenerGone">) {
  const { label, busyText, done, look } = DECISIONS[decision];
  const submit = useIntent((key, notes: string) => decideFraudReview(analysis.id)(key, { decision, notes }));

  return (
    <Form
      schema={schema}
      className="mt-5 grid grid-cols-1 gap-6"
      onSubmit={async ({ notes }) => {
        await submit(notes);
        await onDone(done(memberName(analysis.renter)));
      }}
    >
      <TextAreaField name="notes" label="Reason" hint="Only admins can see this" />
      <DialogButtons>
        <SubmitButton look={look} busyText={busyText}>
          {label}
        </SubmitButton>
      </DialogButtons>
    </Form>
  );
}
