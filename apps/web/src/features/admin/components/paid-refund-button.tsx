import type { FailedRefundView } from "@nexby/contract/admin/tasks";
import * as tasksContract from "@nexby/contract/admin/tasks";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { formatExactCents } from "../../../lib/format.ts";
import { markRefundPaid } from "../api.ts";
import { memberName } from "../copy.ts";

type Props = { refund: FailedRefundView; onDone: (message: string) => Promise<void> };

/** Asks how the refund was paid, which is stored. */
export function PaidRefundButton({ refund, onDone }: Props) {
  const submit = useIntent((key, body: { reference: string }) => markRefundPaid(refund.id)(key, body));
  const amount = formatExactCents(refund.amountCents);
  const name = memberName(refund.payer);

  return (
    <DialogButton
      label="Mark as paid"
      name={`Mark ${amount} to ${name} as paid`}
      title={`Did you pay ${name} ${amount}?`}
      text="Pay the refund from the company’s bank account first. This settles the booking and can’t be undone."
    >
      {(close) => (
        <Form
          schema={tasksContract.markRefundPaid.body}
          className="mt-5 grid grid-cols-1 gap-6"
          onSubmit={async (body) => {
            await submit(body);
            close();
            await onDone(`The refund of ${amount} to ${name} is marked as paid`);
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
