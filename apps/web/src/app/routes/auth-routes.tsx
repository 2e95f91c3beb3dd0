import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { AFTER_SIGN_IN } from "@nexby/contract/urls";
import { useIsRestoring, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogIn, MailCheck } from "lucide-react";
import { useEffect, useLayoutEffect, useState } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { PageHeading, useHeadingFocusOn } from "../../components/layout/page-heading.tsx";
import { BUTTON_STYLE, TEXT_LINK_STYLE } from "../../components/ui/button.tsx";
import { FullScreenSpinner, SkeletonArea, SkeletonBar } from "../../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../../components/ui/message-card.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { listVerifications } from "../../features/accounts/api.ts";
import { AuthChoice, providerProblem } from "../../features/accounts/components/auth-page.tsx";
import { ConnectAccountForm } from "../../features/accounts/components/connect-account-form.tsx";
import { ContactCard } from "../../features/accounts/components/contact-codes.tsx";
import { LookingFor } from "../../features/accounts/components/looking-for.tsx";
import { ForgotPasswordForm, ResetPasswordForm } from "../../features/accounts/components/password-reset-forms.tsx";
import { PhoneForm } from "../../features/accounts/components/phone-form.tsx";
import { SignInForm, SignUpForm } from "../../features/accounts/components/sign-in-forms.tsx";
import { ActiveTerms } from "../../features/accounts/components/terms.tsx";
import { usePageTitle } from "../../lib/browser/document.ts";
import { usePageSession } from "../../lib/page-session.ts";
import { type AuthMode, authPath, ownPath, readAuthSearch, takeFragmentSecret } from "../../lib/paths.ts";
import { useExactSearch } from "../../lib/search-url.ts";
import { keepCurrentUser, useSession } from "../../lib/session.ts";
import { savePasswordSignIn } from "../../lib/sign-in-method.ts";
import { announceSignIn, isSignedInWindow } from "../../lib/signed-in-window.ts";

const TITLES: Record<AuthMode, string> = {
  choice: "Sign in or sign up",
  signup: "Create your account",
  signin: "Sign in",
  forgot: "Forgot your password?",
  reset: "Choose a new password",
  link: "Connect your account",
};

const SEARCHED_MODES: readonly AuthMode[] = ["choice", "signup", "signin"];

export function AuthRoute() {
  const search = useExactSearch();
  const { mode, returnTo, error } = readAuthSearch(search);
  const { user, isError } = useSession();
  const isRestoring = useIsRestoring();
  const token = useFragmentSecret("token");
  const code = useFragmentSecret("code");
  useHeadingFocusOn(mode);
  usePageTitle(TITLES[mode]);

  // The prerendered page knows neither the mode nor the user.
  if (isRestoring || (user === undefined && !isError)) return <FullScreenSpinner />;
  if (user && isSignedInWindow(search)) return <SignedInWindow />;
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
      {returnTo && SEARCHED_MODES.includes(mode) && <LookingFor path={returnTo} />}
      <Mode key={mode} mode={mode} returnTo={returnTo} token={token} code={code} />
    </>
  );
}

type ModeProps = { mode: AuthMode; returnTo: string | null; token: string | null; code: string | null };

function Mode({ mode, returnTo, token, code }: ModeProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const enter = (user: CurrentUserView, to = returnTo) => {
    savePasswordSignIn(user.id);
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
      return <ConnectAccountForm code={code} onSignedIn={enter} />;
  }
}

/** The end of a sign-in window. Browsers let it close itself only if a page opened it. */
function SignedInWindow() {
  useEffect(() => {
    announceSignIn();
    window.close();
  }, []);
  return (
    <div className="page-width py-8 md:py-16">
      <MessageCard
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
            <LogIn size={28} strokeWidth={1.75} aria-hidden="true" />
          </span>
        }
        title={<PageHeading className="mt-5 text-2xl md:text-3xl">You’re signed in</PageHeading>}
        text="Close this window and continue where you left off."
      >
        <Link href={AFTER_SIGN_IN} className={BUTTON_STYLE.outline}>
          Go to the home page
        </Link>
      </MessageCard>
    </div>
  );
}

function useFragmentSecret(name: string): string | null {
  const [secret, setSecret] = useState<string | null>(null);
  useLayoutEffect(() => setSecret(takeFragmentSecret(name)), [name]);
  return secret;
}

/** Public page, but only signed-in users have contact details to verify. */
export function VerifyContactRoute() {
  const { user, isError } = usePageSession();
  const isRestoring = useIsRestoring();
  const wasWaiting = useWasWaiting(user);
  usePageTitle("Verify your contact details");

  if (isRestoring || (user === undefined && !isError)) return <FullScreenSpinner />;
  if (!user) return <SignInFirst />;
  return (
    <div className="page-width max-w-2xl pt-6 md:pt-12">
      <PageHeading>Verify your contact details</PageHeading>
      <p className="mt-2 text-pretty text-muted">
        Neighbors trust people they can reach. We’ll send a six-digit code to your email address and one to your phone.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-5">
        {wasWaiting && user.isApproved && (
          <Notice look="success" role="status" title="Your account is approved">
            <p>You can rent items and list your own now.</p>
            <Link href="/browse" className={`${BUTTON_STYLE.primary} mt-3 mb-1`}>
              Find something to rent
            </Link>
          </Notice>
        )}
        <Contacts />
      </div>
    </div>
  );
}

/** Whether the account was waiting for approval at any time while the page was open. */
function useWasWaiting(user: CurrentUserView | null | undefined): boolean {
  const [wasWaiting, setWasWaiting] = useState(false);
  if (user && !user.isApproved && !wasWaiting) setWasWaiting(true);
  return wasWaiting;
}

function Contacts() {
  const { data, isError, refetch } = useQuery(listVerifications());
  const sendsAtOnce = new URLSearchParams(useExactSearch()).get("send") === "email";

  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <SkeletonArea label="Loading contact details">
        <div className="grid grid-cols-1 gap-5">
          <SkeletonBar shape="card" className="h-36" />
          <SkeletonBar shape="card" className="h-36" />
        </div>
      </SkeletonArea>
    );
  }
  return (
    <>
      <ContactCard
        channel="email"
        contact={data.email}
        sendsAtOnce={sendsAtOnce}
        change={
          <Link href="/profile?tab=security" className={`${TEXT_LINK_STYLE} mt-2 -mb-2`}>
            Change email address
          </Link>
        }
      />
      <ContactCard
        channel="phone"
        contact={data.phone}
        change={<PhoneForm key={data.phone.target} phoneNumber={data.phone.target} />}
      />
    </>
  );
}

function SignInFirst() {
  return (
    <div className="page-width py-8 md:py-16">
      <MessageCard
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
            <MailCheck size={28} strokeWidth={1.75} aria-hidden="true" />
          </span>
        }
        title={<PageHeading className="mt-5 text-2xl md:text-3xl">Verify your contact details</PageHeading>}
        text="Sign in to verify your email address and phone number."
      >
        <Link href={authPath("signin", "/verify-contact")} className={BUTTON_STYLE.primary}>
          Sign In
        </Link>
      </MessageCard>
    </div>
  );
}
