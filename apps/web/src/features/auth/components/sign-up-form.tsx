import { type CurrentUserView, signUp } from "@nexby/contract/accounts";
import type { ReactNode } from "react";
import { CheckboxField } from "../../../components/forms/checkbox-field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { PasswordField } from "../../../components/forms/password-field.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { EmailField, TextField } from "../../../components/forms/text-field.tsx";
import { useIntent } from "../../../lib/intents.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { createAccount } from "../api/auth.ts";
import { withNotices } from "../with-notices.ts";
import { AuthPage, ModeLink, QuietModeLink } from "./auth-page.tsx";

const NOTICES = {
  success: { title: "Account Created!", description: `Welcome to ${PRODUCT_NAME}! You can now start browsing.` },
  failureTitle: "Signup Failed",
};

type Props = { returnTo: string | null; terms: ReactNode; onSignedIn: (user: CurrentUserView) => void };

export function SignUpForm({ returnTo, terms, onSignedIn }: Props) {
  const create = useIntent(createAccount);

  return (
    <AuthPage
      title="Create your account"
      links={
        <QuietModeLink mode="choice" returnTo={returnTo}>
          Other sign-in options
        </QuietModeLink>
      }
    >
      <Form
        schema={signUp.body}
        failureTitle={NOTICES.failureTitle}
        onSubmit={async (values) => onSignedIn((await withNotices(NOTICES, () => create(values))).user)}
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField name="firstName" label="First name" autoComplete="given-name" />
          <TextField name="lastName" label="Last name" autoComplete="family-name" />
        </div>
        <EmailField name="email" label="Email" />
        <PasswordField name="password" label="Password" autoComplete="new-password" hint="At least 8 characters" />
        <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        <div className="grid grid-cols-1 gap-2">
          {terms}
          <CheckboxField name="termsAccepted" label="I agree to the Terms and Conditions" />
        </div>
        <SubmitButton busyText="Creating account...">Create Account</SubmitButton>
      </Form>
      <ModeLink mode="signin" returnTo={returnTo} question="Already have an account?">
        Sign in
      </ModeLink>
    </AuthPage>
  );
}
