import type { CurrentUserView } from "@nexby/contract/accounts";
import { resetPassword } from "@nexby/contract/recovery";
import { Link } from "wouter";
import { Form } from "../../../components/forms/form.tsx";
import { PasswordField } from "../../../components/forms/password-field.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { authPath } from "../../../lib/auth-path.ts";
import { useIntent } from "../../../lib/intents.ts";
import { choosePassword } from "../api/auth.ts";
import { AuthPage, QuietModeLink } from "./auth-page.tsx";

type Props = { token: string | null; onSignedIn: (user: CurrentUserView) => void };

/** The token is not in the form: it is added to what is typed, and both are checked together. */
export function ResetPasswordForm({ token, onSignedIn }: Props) {
  const choose = useIntent(choosePassword);
  if (!token) return <LinkIncomplete />;

  return (
    <AuthPage
      title="Choose a new password"
      text="It signs you out on all other devices."
      links={
        <QuietModeLink mode="forgot" returnTo={null}>
          Ask for another link
        </QuietModeLink>
      }
    >
      <Form
        schema={resetPassword.body}
        defaultValues={{ token }}
        failureTitle="Your password was not changed"
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
    <AuthPage title="This link is not complete" text="Open the link in our mail once more, or ask for a new one.">
      <Link href={authPath("forgot", null)} className={`${BUTTON_STYLE.primary} w-full`}>
        Ask for a new link
      </Link>
    </AuthPage>
  );
}
