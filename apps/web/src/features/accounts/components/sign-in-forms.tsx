import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import * as accountsContract from "@nexby/contract/accounts/accounts";
import type { ReactNode } from "react";
import { CheckboxField } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { EmailField, PasswordField, TextField } from "../../../components/forms/text-fields.tsx";
import { PRODUCT_NAME } from "../../../lib/browser/document.ts";
import { useIntent } from "../../../lib/browser/intents.ts";
import { signIn, signUp } from "../api.ts";
import { AuthPage, ModeLink, QuietModeLink, withNotices } from "./auth-page.tsx";

const SIGN_IN_NOTICES = {
  success: { title: "Welcome back!", description: "You've successfully signed in." },
  failureTitle: "Sign In Failed",
};

type SignInFormProps = { returnTo: string | null; onSignedIn: (user: CurrentUserView) => void };

export function SignInForm({ returnTo, onSignedIn }: SignInFormProps) {
  const enter = useIntent(signIn);

  return (
    <AuthPage
      title={`Sign in to ${PRODUCT_NAME}`}
      links={
        <>
          <QuietModeLink mode="forgot" returnTo={returnTo}>
            Forgot your password?
          </QuietModeLink>
          <QuietModeLink mode="choice" returnTo={returnTo}>
            Other sign-in options
          </QuietModeLink>
        </>
      }
    >
      <Form
        schema={accountsContract.signIn.body}
        failureTitle={SIGN_IN_NOTICES.failureTitle}
        onSubmit={async (values) => onSignedIn((await withNotices(SIGN_IN_NOTICES, () => enter(values))).user)}
      >
        <EmailField name="email" label="Email" autoComplete="username" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <SubmitButton busyText="Signing in...">Sign In</SubmitButton>
      </Form>
      <ModeLink mode="signup" returnTo={returnTo} question={`New to ${PRODUCT_NAME}?`}>
        Create an account
      </ModeLink>
    </AuthPage>
  );
}

const SIGN_UP_NOTICES = {
  success: { title: "Account Created!", description: `Welcome to ${PRODUCT_NAME}! You can now start browsing.` },
  failureTitle: "Signup Failed",
};

type SignUpFormProps = { returnTo: string | null; terms: ReactNode; onSignedIn: (user: CurrentUserView) => void };

export function SignUpForm({ returnTo, terms, onSignedIn }: SignUpFormProps) {
  const create = useIntent(signUp);

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
        schema={accountsContract.signUp.body}
        failureTitle={SIGN_UP_NOTICES.failureTitle}
        onSubmit={async (values) => onSignedIn((await withNotices(SIGN_UP_NOTICES, () => create(values))).user)}
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
