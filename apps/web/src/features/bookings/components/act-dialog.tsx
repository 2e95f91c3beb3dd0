import type { BookingDetailView, BookingView } from "@nexby/contract/bookings";
import { CheckboxField } from "../../../components/forms/checkbox-field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { TextAreaField } from "../../../components/forms/text-area-field.tsx";
import { TextField } from "../../../components/forms/text-field.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { Dialog, DialogCancel } from "../../../components/ui/dialog.tsx";
import { ACT_SCHEMAS, type FormAct } from "../act-schemas.ts";
import type { ActSurroundings } from "../act-surroundings.ts";
import { actWords } from "../acts.ts";
import { ACTS } from "../api/acts.ts";
import { useAct } from "../use-act.ts";

type Props = ActSurroundings & { act: FormAct; booking: BookingView; isOpen: boolean; onClose: () => void };

export function ActDialog({ isOpen, onGone, ...form }: Props) {
  const { title, text } = actWords(form.act, form.booking);
  return (
    <Dialog isOpen={isOpen} onClose={form.onClose} title={title} text={text} onOpenerGone={onGone}>
      <ActForm {...form} />
    </Dialog>
  );
}

function ActForm({ act, booking, onClose, onTooLate }: Omit<Props, "isOpen" | "onGone">) {
  const { field, check, amount, confirm, busy, done, look } = actWords(act, booking);
  // Which body goes with which act is the table's of schemas.
  const send = ACTS[act](booking.id) as (key: string, body: object) => Promise<BookingDetailView>;
  const submit = useAct(send, { done, onTooLate });

  return (
    <Form
      schema={ACT_SCHEMAS[act]}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={async (values) => {
        await submit(values);
        onClose();
      }}
    >
      {amount && <TextField {...amount} inputMode="decimal" autoComplete="off" placeholder="0.00" />}
      {check && <CheckboxField {...check} />}
      {field && <TextAreaField {...field} />}
      <div className="flex flex-wrap justify-end gap-3">
        <DialogCancel className={BUTTON_STYLE.outline}>Not now</DialogCancel>
        <SubmitButton look={look} busyText={busy}>
          {confirm}
        </SubmitButton>
      </div>
    </Form>
  );
}
