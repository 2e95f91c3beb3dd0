import type { CurrentUserView } from "@nexby/contract/accounts";
import { type HelpMessageView, sendHelpMessage } from "@nexby/contract/support";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "../../../components/forms/form.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { TextAreaField } from "../../../components/forms/text-area-field.tsx";
import { EmailField, TextField } from "../../../components/forms/text-field.tsx";
import { useIntent } from "../../../lib/intents.ts";
import { writeToSupport } from "../api/help.ts";
import { SentMessage } from "./sent-message.tsx";

/** Who is signed in need not say again who they are. */
export function ContactForm({ user }: { user: CurrentUserView | null }) {
  const client = useQueryClient();
  const send = useIntent(writeToSupport);
  const [sent, setSent] = useState<HelpMessageView | null>(null);
  if (sent) return <SentMessage message={sent} isSignedIn={user !== null} onWriteAnother={() => setSent(null)} />;

  return (
    <Form
      schema={sendHelpMessage.body}
      label="Contact us"
      defaultValues={{
        name: [user?.firstName, user?.lastName].filter(Boolean).join(" "),
        email: user?.email ?? "",
        subject: "",
        message: "",
      }}
      onSubmit={async (values) => {
        setSent(await send(values));
        void client.invalidateQueries({ queryKey: ["/api/help-messages"] });
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField name="name" label="Name" autoComplete="name" />
        <EmailField name="email" label="Email" />
      </div>
      <TextField name="subject" label="Subject" />
      <TextAreaField name="message" label="Message" />
      <SubmitButton busyText="Sending..." className="w-full sm:w-max">
        Send message
      </SubmitButton>
    </Form>
  );
}
