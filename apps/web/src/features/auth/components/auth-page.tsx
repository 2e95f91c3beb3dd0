import type { ReactNode } from "react";
import { Link } from "wouter";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { type AuthMode, authPath } from "../../../lib/auth-path.ts";

type Props = { title: string; text?: ReactNode; children: ReactNode; links?: ReactNode };

const QUIET_LINK =
  "inline-flex min-h-11 items-center rounded-control px-1 font-medium text-muted underline-offset-4 hover:text-ink hover:underline";

/** What the modes of signing in have in common. */
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

/** Below the card, for those who want something else. */
export function QuietModeLink({ mode, returnTo, children }: ModeLinkProps) {
  return (
    <Link href={authPath(mode, returnTo)} className={QUIET_LINK}>
      {children}
    </Link>
  );
}
