import type { TaskOf } from "@nexby/contract/admin/tasks";
import * as tasksContract from "@nexby/contract/admin/tasks";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { markRefundPaid } from "../api.ts";
import { memberName } from "../copy.ts";

type Props = {
  task: TaskOf<"failed_refund">;
  onDone: (message: string) => Promise<void>;
  onGone: () => void;
};

/** Asks how the refund was paid, which is stored. */
export function PaidRefundButton({ task, onDone, onGone }: Props) {
  const submit = useIntent((key, body: { reference: string }) => markRefundPaid(task.id)(key, body));
  const amount = dollarText(task.details.amountCents);
  const name = memberName(task.details.payer);

  return (
    <DialogButton
      label="Mark as paid"
      name={`Mark ${amount} to ${name} as paid`}
      title={`Did you pay ${name} ${amount}?`}
      text="Pay the refund from the company’s bank account first. This settles the booking and can’t be undone."
      onOpenerGone={onGone}
    >
      {(close) => (
        <Form
          schema={tasksContract.markRefundPaid.body}
          className="mt-5 grid grid-cols-1 gap-6"
          onSubmit={async (body) => {
            await submit(body);
            await onDone(`The refund of ${amount} to ${name} is marked as paid`);
            close();
          }}
        >
          <TextField name="reference" label="How did you pay it?" hint="For example, a check or transfer number" />
          <DialogButtons>
            <SubmitButton busyText="Saving...">Mark as paid</SubmitButton>
          </DialogButtons>
        </Form>
      )}
    </DialogButton>
  );
}
