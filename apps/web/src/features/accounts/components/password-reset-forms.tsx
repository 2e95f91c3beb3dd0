import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import * as passwordsContract from "@nexby/contract/accounts/passwords";

import { useState } from "react";
import { Link } from "wouter";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { EmailField, PasswordField } from "../../../components/forms/text-fields.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { authPath } from "../../../lib/paths.ts";
import { requestPasswordReset, resetPassword } from "../api.ts";
import { AuthPage, QuietModeLink } from "./auth-page.tsx";

export function ForgotPasswordForm({ returnTo }: { returnTo: string | null }) {
  const [isSent, setIsSent] = useState(false);
  const requestLink = useIntent(requestPasswordReset);

  return (
    <AuthPage
      title="Forgot your password?"
      text="Enter your email address, and we’ll send you a link to choose a new one."
      links={
        <QuietModeLink mode="signin" returnTo={returnTo}>
          Back to sign in
        </QuietModeLink>
      }
    >
      <Form
        schema={passwordsContract.requestPasswordReset.body}
        onSubmit={async (values) => {
          setIsSent(false);
          await requestLink(values);
          setIsSent(true);
        }}
      >
        <EmailField name="email" label="Email" autoComplete="username" />
        <SubmitButton busyText="Sending...">Send link</SubmitButton>
      </Form>
      <div role="status">
        {isSent && (
          <Notice look="success" title="Check your email" className="mt-5">
            If there’s an account with this address, we sent it a link.
          </Notice>
        )}
      </div>
    </AuthPage>
  );
}

type Props = { token: string | null; onSignedIn: (user: CurrentUserView) => void };

/** The token is not a form field: it is added to the input and validated together with it. */
export function ResetPasswordForm({ token, onSignedIn }: Props) {
  const choose = useIntent(resetPassword);
  if (!token) return <LinkIncomplete />;

  return (
    <AuthPage
      title="Choose a new password"
      text="This signs you out on all other devices."
      links={
        <QuietModeLink mode="forgot" returnTo={null}>
          Request another link
        </QuietModeLink>
      }
    >
      <Form
        schema={passwordsContract.resetPassword.body}
        defaultValues={{ token }}
        failureTitle="Your password wasn’t changed"
        onSubmit={async (values) => onSignedIn((await choose(values)).user)}
      >
        <PasswordField name="password" label="New password" autoComplete="new-password" hint="At least 8 characters" />
        <PasswordField name="confirmPassword" label="Confirm new password" autoComplete="new-password" />
        <SubmitButton busyText="Saving...">Save password</SubmitButton>
      </Form>
    </AuthPage>
  );
}

function LinkIncomplete() {
  return (
    <AuthPage title="This link is incomplete" text="Open the link in our email again, or request a new one.">
      <Link href={authPath("forgot", null)} className={`${BUTTON_STYLE.primary} w-full`}>
        Request a new link
      </Link>
    </AuthPage>
  );
}
