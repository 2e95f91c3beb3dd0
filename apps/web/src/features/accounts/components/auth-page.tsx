import type { SignInError } from "@nexby/contract/accounts/accounts";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Mail } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { BUTTON_STYLE, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { PRODUCT_NAME } from "../../../lib/browser/document.ts";
import { problemsOf } from "../../../lib/form-errors.ts";
import { type AuthMode, authPath, loginPath } from "../../../lib/paths.ts";
import { saveProviderSignIn } from "../../../lib/sign-in-method.ts";
import { type Notice, toasts } from "../../../lib/toasts.ts";
import { getSignInOptions } from "../api.ts";

type Props = { title: string; text?: ReactNode; children: ReactNode; links?: ReactNode };

const QUIET_LINK =
  "inline-flex min-h-11 items-center rounded-control px-1 font-medium text-muted underline-offset-4 hover:text-ink hover:underline";

/** Layout shared by all sign-in modes. */
export function AuthPage({ title, text, children, links }: Props) {
  return (
    <div className="page-width max-w-lg pt-6 md:pt-12">
      <div className="rounded-card md:border md:border-line md:bg-surface md:p-8">
        <PageHeading className="text-2xl md:text-3xl">{title}</PageHeading>
        {text && <p className="mt-2 text-pretty text-muted">{text}</p>}
        <div className="mt-6">{children}</div>
      </div>
      <div className="mt-4 flex flex-wrap justify-center gap-x-6">
        {links}
        <Link href="/" className={QUIET_LINK}>
          Back to Homepage
        </Link>
      </div>
      <p className="mx-auto mt-2 max-w-sm text-balance text-center text-muted text-sm">
        By continuing, you agree to our Terms of Service and Privacy Policy. No spam, ever.
      </p>
    </div>
  );
}

type ModeLinkProps = { mode: AuthMode; returnTo: string | null; children: string };

/** "New here? Create an account" */
export function ModeLink({ mode, returnTo, question, children }: ModeLinkProps & { question?: string }) {
  return (
    <p className="mt-3 -mb-3 flex flex-wrap items-center justify-center gap-x-2 text-muted">
      {question}
      <Link href={authPath(mode, returnTo)} className={TEXT_LINK_STYLE}>
        {children}
      </Link>
    </p>
  );
}

/** Secondary link below the card. */
export function QuietModeLink({ mode, returnTo, children }: ModeLinkProps) {
  return (
    <Link href={authPath(mode, returnTo)} className={QUIET_LINK}>
      {children}
    </Link>
  );
}

export function AuthChoice({ returnTo }: { returnTo: string | null }) {
  const { data: options } = useQuery(getSignInOptions());
  const provider = options?.identityProvider;

  return (
    <AuthPage
      title={`Welcome to ${PRODUCT_NAME}`}
      text="Rent what you need from neighbors, and earn money sharing what you own."
    >
      <div className="grid grid-cols-1 gap-3">
        <Link href={authPath("signup", returnTo)} className={BUTTON_STYLE.primary}>
          <Mail size={20} strokeWidth={1.75} aria-hidden="true" />
          Create an account with email
        </Link>
        {provider && (
          <a href={loginPath(returnTo)} className={BUTTON_STYLE.outline} onClick={saveProviderSignIn}>
            <KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />
            Continue with {provider.name}
          </a>
        )}
        <button type="button" disabled className={BUTTON_STYLE.outline}>
          Google sign-in coming soon
        </button>
      </div>
      <ModeLink mode="signin" returnTo={returnTo} question="Already have an account?">
        Sign in
      </ModeLink>
    </AuthPage>
  );
}

type Notices = { success: Notice; failureTitle: string };

/** Shows the outcome as a toast. The form also shows the error, where it stays visible. */
export async function withNotices<Result>({ success, failureTitle }: Notices, task: () => Promise<Result>) {
  try {
    const result = await task();
    toasts.show(success);
    return result;
  } catch (error) {
    toasts.show({
      title: failureTitle,
      description: problemsOf(error, []).message ?? undefined,
      isDestructive: true,
    });
    throw error;
  }
}

/** Error codes the server appends to /auth when sign-in with the sign-in provider fails. */
const TEXTS: Readonly<Record<SignInError, string>> = {
  email_taken: "An account with this email address already exists. Sign in with your password to use it.",
  email_missing: "The other service didn’t share a verified email address. Sign up with your email instead.",
  access_denied: "Sign-in was canceled.",
  provider_unavailable: "We can’t reach the other service right now. Try again later, or use your email.",
  flow_expired: "Sign-in took too long or was started in another browser. Please try again.",
  account_suspended: "This account is suspended.",
  too_many_requests: "Too many attempts. Please wait a moment and try again.",
};

const FALLBACK = "We couldn’t sign you in. Please try again.";

const isKnown = (code: string): code is SignInError => Object.hasOwn(TEXTS, code);

export const providerProblem = (code: string): string => (isKnown(code) ? TEXTS[code] : FALLBACK);
