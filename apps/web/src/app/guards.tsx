import type { CurrentUserView } from "@nexby/contract/accounts";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { BUTTON_STYLE } from "../components/ui/button-style.ts";
import { ErrorCard } from "../components/ui/error-card.tsx";
import { FullScreenSpinner } from "../components/ui/full-screen-spinner.tsx";
import { MessageCard } from "../components/ui/message-card.tsx";
import { authPath } from "../lib/auth-path.ts";
import { useSession } from "../lib/session.ts";
import { useExactSearch } from "../lib/use-exact-search.ts";

type Props = { children: (user: CurrentUserView) => ReactNode };

/** A visitor signs in first and then comes back here. */
export function SignedInOnly({ children }: Props) {
  const { user, isError, retry } = useSession();
  const here = useHere();

  if (user) return children(user);
  if (user === null) return <Redirect to={authPath("choice", here)} replace />;
  if (!isError) return <FullScreenSpinner />;
  return (
    <div className="page-width py-16">
      <ErrorCard heading={(text) => <PageHeading className="mt-5 text-2xl">{text}</PageHeading>} onRetry={retry} />
    </div>
  );
}

/** For the sake of clarity only: it is the server that keeps others out. */
export function AdminOnly({ children }: Props) {
  return <SignedInOnly>{(user) => (user.isAdmin ? children(user) : <NotAllowed />)}</SignedInOnly>;
}

function useHere(): string {
  const [path] = useLocation();
  const search = useExactSearch();
  return search ? `${path}?${search}` : path;
}

function NotAllowed() {
  return (
    <div className="page-width py-8 md:py-16">
      <MessageCard
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-subtle">
            <Lock size={28} strokeWidth={1.75} aria-hidden="true" />
          </span>
        }
        title={<PageHeading className="mt-5 text-2xl md:text-3xl">Not allowed</PageHeading>}
        text="This page is for administrators."
      >
        <Link href="/" className={BUTTON_STYLE.primary}>
          Browse items near you
        </Link>
      </MessageCard>
    </div>
  );
}
