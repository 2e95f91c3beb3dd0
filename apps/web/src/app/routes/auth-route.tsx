import type { CurrentUserView } from "@nexby/contract/accounts";
import { AFTER_SIGN_IN } from "@nexby/contract/after-sign-in";
import { useIsRestoring, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { Redirect, useLocation } from "wouter";
import { FullScreenSpinner } from "../../components/ui/full-screen-spinner.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { AuthChoice } from "../../features/auth/components/auth-choice.tsx";
import { ForgotPasswordForm } from "../../features/auth/components/forgot-password-form.tsx";
import { LinkIdentityForm } from "../../features/auth/components/link-identity-form.tsx";
import { ResetPasswordForm } from "../../features/auth/components/reset-password-form.tsx";
import { SignInForm } from "../../features/auth/components/sign-in-form.tsx";
import { SignUpForm } from "../../features/auth/components/sign-up-form.tsx";
import { providerProblem } from "../../features/auth/provider-problems.ts";
import { ActiveTerms } from "../../features/terms/components/active-terms.tsx";
import { type AuthMode, readAuthSearch } from "../../lib/auth-path.ts";
import { takeFragmentSecret } from "../../lib/fragment-secret.ts";
import { useHeadingFocusOn } from "../../lib/heading-focus.ts";
import { ownPath } from "../../lib/own-path.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { keepCurrentUser, useSession } from "../../lib/session.ts";
import { useExactSearch } from "../../lib/use-exact-search.ts";

const TITLES: Record<AuthMode, string> = {
  choice: "Sign in or sign up",
  signup: "Create your account",
  signin: "Sign in",
  forgot: "Forgot your password?",
  reset: "Choose a new password",
  link: "Connect your account",
};

export function AuthRoute() {
  const { mode, returnTo, error } = readAuthSearch(useExactSearch());
  const { user, isError } = useSession();
  const isRestoring = useIsRestoring();
  const token = useFragmentSecret("token");
  const code = useFragmentSecret("code");
  useHeadingFocusOn(mode);
  usePageTitle(TITLES[mode]);

  // The prerendered page knows neither the mode nor the person.
  if (isRestoring || (user === undefined && !isError)) return <FullScreenSpinner />;
  if (user && mode !== "reset" && mode !== "link") return <Redirect to={returnTo ?? AFTER_SIGN_IN} replace />;
  return (
    <>
      {error && (
        <div className="page-width max-w-lg pt-6 md:-mb-6">
          <Notice look="problem" role="alert">
            {providerProblem(error)}
          </Notice>
        </div>
      )}
      <Mode key={mode} mode={mode} returnTo={returnTo} token={token} code={code} />
    </>
  );
}

type ModeProps = { mode: AuthMode; returnTo: string | null; token: string | null; code: string | null };

function Mode({ mode, returnTo, token, code }: ModeProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const enter = (user: CurrentUserView, to = returnTo) => {
    keepCurrentUser(client, user);
    navigate(ownPath(to) ?? AFTER_SIGN_IN, { replace: true });
  };

  switch (mode) {
    case "choice":
      return <AuthChoice returnTo={returnTo} />;
    case "signup":
      return <SignUpForm returnTo={returnTo} terms={<ActiveTerms />} onSignedIn={(user) => enter(user)} />;
    case "signin":
      return <SignInForm returnTo={returnTo} onSignedIn={(user) => enter(user)} />;
    case "forgot":
      return <ForgotPasswordForm returnTo={returnTo} />;
    case "reset":
      return <ResetPasswordForm token={token} onSignedIn={(user) => enter(user)} />;
    case "link":
      return <LinkIdentityForm code={code} onSignedIn={enter} />;
  }
}

function useFragmentSecret(name: string): string | null {
  const [secret, setSecret] = useState<string | null>(null);
  useLayoutEffect(() => setSecret(takeFragmentSecret(name)), [name]);
  return secret;
}
