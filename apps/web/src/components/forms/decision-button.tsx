import type { z } from "zod";
import { useIntent } from "../../lib/browser/intents.ts";
import { DialogButton, DialogButtons } from "../ui/dialog.tsx";
import { Form, SubmitButton } from "./form.tsx";
import { TextAreaField } from "./text-fields.tsx";

/** What a decision says: on its button, in its dialog, and once it is made. */
export type DecisionTexts = {
  label: string;
  title: string;
  text: string;
  hint?: string;
  busy: string;
  done: string;
  look: "primary" | "danger";
};

type Props = {
  texts: DecisionTexts;
  /** What is decided, for the button's accessible name. */
  subject: string;
  schema: z.ZodType<{ reason: string }, { reason: string }>;
  send: (key: string, reason: string) => Promise<unknown>;
  onDone: (message: string) => Promise<void>;
  /** Called when the button is gone once the decision is made. */
  onGone: () => void;
};

/** An admin's decision, with its reason. */
export function DecisionButton({ texts, subject, schema, send, onDone, onGone }: Props) {
  const { label, title, text, hint = "Only admins can see this", busy, done, look } = texts;
  const submit = useIntent(send);
  return (
    <DialogButton label={label} name={`${label}: ${subject}`} title={title} text={text} onOpenerGone={onGone}>
      {(close) => (
        <Form
          schema={schema}
          className="mt-5 grid grid-cols-1 gap-6"
          onSubmit={async ({ reason }) => {
            await submit(reason);
            await onDone(done);
            close();
          }}
        >
          <TextAreaField name="reason" label="Reason" hint={hint} />
          <DialogButtons>
            <SubmitButton look={look} busyText={busy}>
              {label}
            </SubmitButton>
          </DialogButtons>
        </Form>
      )}
    </DialogButton>
  );
}
