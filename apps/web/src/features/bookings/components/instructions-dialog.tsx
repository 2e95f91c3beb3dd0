import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { handoffInstructionsBody } from "@nexby/contract/bookings/planned-times";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { Dialog, DialogButtons } from "../../../components/ui/dialog.tsx";
import { handoffLabels } from "../../../lib/rental-labels.ts";
import { PLAN_ACTIONS } from "../api.ts";
import { otherOf } from "../booking-facts.ts";
import type { ActionContext } from "../copy/actions.ts";
import { useAction } from "./use-action.ts";

type Props = Pick<ActionContext, "onTooLate"> & {
  booking: BookingDetailView;
  isOpen: boolean;
  onClose: () => void;
};

export function InstructionsDialog({ booking, isOpen, onClose, onTooLate }: Props) {
  const submit = useAction(PLAN_ACTIONS.instruct(booking.id), { done: "Instructions saved", onTooLate });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Instructions for the ${handoffLabels(booking).name.toLowerCase()}`}
      text={`Only you and ${otherOf(booking).firstName} can read them, until the item is returned.`}
    >
      <Form
        schema={handoffInstructionsBody}
        defaultValues={{ instructions: booking.exchange.specialInstructions ?? "" }}
        className="mt-5 grid grid-cols-1 gap-5"
        onSubmit={async (values) => {
          await submit(values);
          onClose();
        }}
      >
        <TextAreaField
          name="instructions"
          label="Instructions"
          hint="For example: “Gate code is on the mailbox.” Up to 500 characters."
        />
        <DialogButtons cancelLabel="Not now">
          <SubmitButton busyText="Saving...">Save instructions</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
