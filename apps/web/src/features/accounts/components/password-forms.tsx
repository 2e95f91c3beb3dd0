import * as passwordsContract from "@nexby/contract/accounts/passwords";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form, SavedStatus, SubmitButton } from "../../../components/forms/form.tsx";
import { PasswordField } from "../../../components/forms/text-fields.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { changePassword, listSessions, requestPasswordReset } from "../api.ts";

/** Users of a sign-in provider have no current password, so an emailed link proves their identity instead. */
export function FirstPassword({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false);
  const sendLink = useMutationAction(async (key) => {
    await requestPasswordReset(key, { email });
    setIsSent(true);
  });

  return (
    <div className="grid grid-cols-1 gap-4">
      <p>You don’t have a password yet. We can email you a link to set one.</p>
      {sendLink.problem && (
        <Notice look="problem" role="alert">
          {sendLink.problem}
        </Notice>
      )}
      <Button
        look="outline"
        className="w-full sm:w-max"
        isBusy={sendLink.isBusy}
        busyText="Sending..."
        onClick={() => void sendLink.run()}
      >
        Send link
      </Button>
      <div role="status">{isSent && <Notice look="success">We sent a link to {email}.</Notice>}</div>
    </div>
  );
}

export function PasswordForm() {
  const client = useQueryClient();
  const change = useIntent(changePassword);
  const [saved, setSaved] = useState<string | null>(null);

  return (
    <Form
      schema={passwordsContract.changePassword.body}
      label="Change password"
      isEmptiedAfter
      onSubmit={async (values) => {
        setSaved(null);
        await change(values);
        setSaved("Password changed. Other devices were signed out.");
        await client.invalidateQueries({ queryKey: listSessions().queryKey });
      }}
    >
      <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
      <PasswordField name="password" label="New password" autoComplete="new-password" hint="At least 8 characters" />
      <PasswordField name="confirmPassword" label="Confirm new password" autoComplete="new-password" />
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton look="outline" busyText="Saving...">
          Change password
        </SubmitButton>
        <SavedStatus text={saved} />
      </div>
    </Form>
  );
}
