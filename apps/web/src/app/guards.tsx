import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { ProfileView } from "@nexby/contract/accounts/profile";
import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { BUTTON_STYLE } from "../components/ui/button.tsx";
import { FullScreenSpinner, SkeletonArea, SkeletonBar } from "../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../components/ui/message-card.tsx";
import { getProfile as profileQuery } from "../features/accounts/api.ts";
import { usePageTitle } from "../lib/browser/document.ts";
import { usePageSession } from "../lib/page-session.ts";
import { authPath } from "../lib/paths.ts";
import { useExactSearch } from "../lib/search-url.ts";

type GuardProps = { children: (user: CurrentUserView) => ReactNode };

/** Sends visitors to sign in and then back to this page. A session that ends leaves the page in place. */
export function SignedInOnly({ children }: GuardProps) {
  const { user, isError, retry } = usePageSession();
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

/** Only explains the missing access; the server enforces it. */
export function AdminOnly({ children }: GuardProps) {
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
        text="This page is for admins only."
      >
        <Link href="/" className={BUTTON_STYLE.primary}>
          Browse items near you
        </Link>
      </MessageCard>
    </div>
  );
}

type PersonalPageProps = {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  children: (user: CurrentUserView) => ReactNode;
};

/** Signed-in page with the user's name, a title and one action. */
export function PersonalPage({ title, text, action, children }: PersonalPageProps) {
  usePageTitle(title);
  return (
    <SignedInOnly>
      {(user) => (
        <div className="page-width max-w-5xl pt-6 md:pt-12">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <div className="min-w-0 max-w-prose">
              <p className="truncate text-muted text-sm">{fullNameOf(user)}</p>
              <PageHeading>{title}</PageHeading>
              {text && <p className="mt-2 text-pretty text-muted">{text}</p>}
            </div>
            {action}
          </div>
          <div className="mt-6 md:mt-8">{children(user)}</div>
        </div>
      )}
    </SignedInOnly>
  );
}

const fullNameOf = ({ firstName, lastName, email }: CurrentUserView): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email;

/** Renders its children once the signed-in user's profile has loaded. */
export function OwnProfile({ children }: { children: (profile: ProfileView) => ReactNode }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery());
  if (profile) return children(profile);
  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  return (
    <SkeletonArea label="Loading your details">
      <div className="grid gap-5">
        <SkeletonBar shape="control" className="h-11" />
        <SkeletonBar shape="control" className="h-11" />
        <SkeletonBar shape="control" className="h-11 w-40" />
      </div>
    </SkeletonArea>
  );
}
