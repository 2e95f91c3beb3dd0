import { type CurrentUserView, signIn } from "@nexby/contract/accounts";
import { Form } from "../../../components/forms/form.tsx";
import { PasswordField } from "../../../components/forms/password-field.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { EmailField } from "../../../components/forms/text-field.tsx";
import { useIntent } from "../../../lib/intents.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { signInByEmail } from "../api/auth.ts";
import { withNotices } from "../with-notices.ts";
import { AuthPage, ModeLink, QuietModeLink } from "./auth-page.tsx";

const NOTICES = {
  success: { title: "Welcome back!", description: "You've successfully signed in." },
  failureTitle: "Sign In Failed",
};

type Props = { returnTo: string | null; onSignedIn: (user: CurrentUserView) => void };

export function SignInForm({ returnTo, onSignedIn }: Props) {
  const enter = useIntent(signInByEmail);

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
        schema={signIn.body}
        failureTitle={NOTICES.failureTitle}
        onSubmit={async (values) => onSignedIn((await withNotices(NOTICES, () => enter(values))).user)}
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
