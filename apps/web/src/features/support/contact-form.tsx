import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { HelpMessageView } from "@nexby/contract/content/support";
import * as supportContract from "@nexby/contract/content/support";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import mailbox from "../../../../../assets/web/mailbox.webp";
import { Form, SubmitButton } from "../../components/forms/form.tsx";
import { EmailField, TextAreaField, TextField } from "../../components/forms/text-fields.tsx";
import { BUTTON_STYLE, Button } from "../../components/ui/button.tsx";
import { Badge } from "../../components/ui/section.tsx";
import { useIntent } from "../../lib/browser/intents.ts";
import { sendHelpMessage } from "./api.ts";

/** Prefilled with the name and email of a signed-in user. */
export function ContactForm({ user }: { user: CurrentUserView | null }) {
  const client = useQueryClient();
  const send = useIntent(sendHelpMessage);
  const [sent, setSent] = useState<HelpMessageView | null>(null);
  if (sent) return <SentMessage message={sent} isSignedIn={user !== null} onWriteAnother={() => setSent(null)} />;

  return (
    <Form
      schema={supportContract.sendHelpMessage.body}
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

const STATUSES: Record<HelpMessageView["status"], string> = {
  open: "Open",
  in_progress: "In progress",
  resolved: "Resolved",
  closed: "Closed",
};

type Props = { message: HelpMessageView; isSignedIn: boolean; onWriteAnother: () => void };

/** Replaces the form and takes the focus. */
function SentMessage({ message, isSignedIn, onWriteAnother }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className="grid justify-items-start gap-4">
      <img src={mailbox} alt="" width={72} height={72} />
      <div>
        <h3 ref={heading} tabIndex={-1} className="display-type text-xl outline-none">
          Your message was sent
        </h3>
        <p className="mt-1 break-words text-muted">We received “{message.subject}”.</p>
      </div>
      <Badge look="waiting">{STATUSES[message.status]}</Badge>
      <div className="flex flex-wrap gap-3">
        {isSignedIn && (
          <Link href="/my-support" className={BUTTON_STYLE.primary}>
            See my messages
          </Link>
        )}
        <Button look="outline" onClick={onWriteAnother}>
          Send another message
        </Button>
      </div>
    </div>
  );
}
