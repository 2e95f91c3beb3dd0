import { openPayoutDashboard } from "@nexby/contract/payouts";
import { useState } from "react";
import { Form } from "../../../components/forms/form.tsx";
import { PasswordField } from "../../../components/forms/password-field.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { Dialog, DialogCancel } from "../../../components/ui/dialog.tsx";
import { useIntent } from "../../../lib/intents.ts";

type Props = {
  label: string;
  title: string;
  text: string;
  look?: "primary" | "outline";
  /** Answers the page of the provider's to go to. */
  open: (key: string, body: { password: string }) => Promise<{ url: string }>;
};

/** A button to where money could be led elsewhere: who presses it shows to be the owner. */
export function PasswordFirst({ label, title, text, look = "outline", open }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const ask = useIntent(open);

  return (
    <>
      <Button look={look} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={title} text={text}>
        <Form
          schema={openPayoutDashboard.body}
          label={title}
          className="mt-5 grid grid-cols-1 gap-5"
          onSubmit={async (values) => {
            const { url } = await ask(values);
            location.assign(url);
          }}
        >
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          <div className="flex flex-wrap justify-end gap-3">
            <DialogCancel className={BUTTON_STYLE.outline}>Cancel</DialogCancel>
            <SubmitButton busyText="Opening...">Continue</SubmitButton>
          </div>
        </Form>
      </Dialog>
    </>
  );
}
