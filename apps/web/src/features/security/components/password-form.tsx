import { changePassword } from "@nexby/contract/recovery";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "../../../components/forms/form.tsx";
import { PasswordField } from "../../../components/forms/password-field.tsx";
import { SavedStatus } from "../../../components/forms/saved-status.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { useIntent } from "../../../lib/intents.ts";
import { sessions, setPassword } from "../api/security.ts";

export function PasswordForm() {
  const client = useQueryClient();
  const change = useIntent(setPassword);
  const [saved, setSaved] = useState<string | null>(null);

  return (
    <Form
      schema={changePassword.body}
      label="Change password"
      isEmptiedAfter
      onSubmit={async (values) => {
        setSaved(null);
        await change(values);
        setSaved("Password changed. Other devices were signed out.");
        await client.invalidateQueries({ queryKey: sessions().queryKey });
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
