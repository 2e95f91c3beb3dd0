import { requestPasswordReset } from "@nexby/contract/recovery";
import { useState } from "react";
import { Form } from "../../../components/forms/form.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { EmailField } from "../../../components/forms/text-field.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useIntent } from "../../../lib/intents.ts";
import { askForReset } from "../api/auth.ts";
import { AuthPage, QuietModeLink } from "./auth-page.tsx";

export function ForgotPasswordForm({ returnTo }: { returnTo: string | null }) {
  const [isSent, setIsSent] = useState(false);
  const ask = useIntent(askForReset);

  return (
    <AuthPage
      title="Forgot your password?"
      text="Enter your email address, and we send you a link to choose a new one."
      links={
        <QuietModeLink mode="signin" returnTo={returnTo}>
          Back to sign in
        </QuietModeLink>
      }
    >
      <Form
        schema={requestPasswordReset.body}
        onSubmit={async (values) => {
          setIsSent(false);
          await ask(values);
          setIsSent(true);
        }}
      >
        <EmailField name="email" label="Email" autoComplete="username" />
        <SubmitButton busyText="Sending...">Send link</SubmitButton>
      </Form>
      <div role="status">
        {isSent && (
          <Notice look="success" title="Check your mail" className="mt-5">
            If there is an account with this address, we sent a link.
          </Notice>
        )}
      </div>
    </AuthPage>
  );
}
