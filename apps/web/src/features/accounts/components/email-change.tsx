import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import * as passwordsContract from "@nexby/contract/accounts/passwords";

import { useState } from "react";
import { Form, SavedStatus, SubmitButton } from "../../../components/forms/form.tsx";
import { CodeField, EmailField, PasswordField } from "../../../components/forms/text-fields.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { confirmEmailChange, startEmailChange } from "../api.ts";

type Props = { email: string; onChanged: (user: CurrentUserView) => void };

/** Asks for the new address first, then for the codes sent to both addresses. */
export function EmailChange({ email, onChanged }: Props) {
  const [newEmail, setNewEmail] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);

  if (newEmail) {
    return (
      <ConfirmForm
        email={email}
        newEmail={newEmail}
        onCancel={() => setNewEmail(null)}
        onChanged={(user) => {
          onChanged(user);
          setNewEmail(null);
          setSaved("Email address changed. Other devices were signed out.");
        }}
      />
    );
  }
  return <StartForm email={email} saved={saved} onSent={setNewEmail} />;
}

type StartProps = { email: string; saved: string | null; onSent: (newEmail: string) => void };

function StartForm({ email, saved, onSent }: StartProps) {
  const requestCodes = useIntent(startEmailChange);

  return (
    <Form
      schema={passwordsContract.startEmailChange.body}
      label="Change email address"
      fieldOfCode={{ email_taken: "email" }}
      onSubmit={async (values) => {
        await requestCodes(values);
        onSent(values.email);
      }}
    >
      <EmailField name="email" label="New email address" hint={`Your current address is ${email}`} />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton look="outline" busyText="Sending...">
          Send codes
        </SubmitButton>
        <SavedStatus text={saved} />
      </div>
    </Form>
  );
}

type ConfirmProps = Props & { newEmail: string; onCancel: () => void };

function ConfirmForm({ email, newEmail, onCancel, onChanged }: ConfirmProps) {
  const confirm = useIntent(confirmEmailChange);

  return (
    <Form
      schema={passwordsContract.confirmEmailChange.body}
      label="Confirm email address"
      onSubmit={async (values) => onChanged(await confirm(values))}
    >
      <Notice look="information" role="status">
        We sent a code to each address. Enter both to confirm the change.
      </Notice>
      <CodeField name="currentCode" label={`Code sent to ${email}`} />
      <CodeField name="newCode" label={`Code sent to ${newEmail}`} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busyText="Changing...">Change email address</SubmitButton>
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
