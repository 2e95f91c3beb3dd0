import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { CategoryChips } from "../../components/product/category-chips.tsx";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { getProfile as profileQuery, useSaveProfile } from "../../features/accounts/api.ts";
import { type PrimaryUse, UseChoice } from "../../features/accounts/components/use-choice.tsx";
import { PRODUCT_NAME, usePageTitle } from "../../lib/browser/document.ts";
import { authPath } from "../../lib/paths.ts";
import { KnownSession } from "../known-session.tsx";

export function WelcomeRoute() {
  usePageTitle("Welcome");
  return (
    <div className="page-width max-w-3xl pt-8 md:pt-14">
      <KnownSession>{(user) => (user ? <Choice user={user} /> : <Greeting />)}</KnownSession>
    </div>
  );
}

const NEXT: Record<PrimaryUse, string> = { renter: "/browse", owner: "/complete-registration" };

function Choice({ user }: { user: CurrentUserView }) {
  const { data: profile } = useQuery(profileQuery());
  const save = useSaveProfile();
  const [, navigate] = useLocation();

  return (
    <>
      <PageHeading>{user.firstName ? `Welcome, ${user.firstName}` : `Welcome to ${PRODUCT_NAME}`}</PageHeading>
      <p className="mt-2 text-pretty text-muted">How do you want to start? You can always do both.</p>
      <div className="mt-8">
        <UseChoice
          chosen={profile?.primaryUse ?? null}
          onChoose={async (primaryUse) => {
            await save({ primaryUse });
            navigate(NEXT[primaryUse]);
          }}
        />
      </div>
    </>
  );
}

function Greeting() {
  return (
    <div className="text-center">
      <PageHeading>Welcome to {PRODUCT_NAME}</PageHeading>
      <p className="mx-auto mt-3 max-w-[52ch] text-pretty text-muted">
        Rent what you need from neighbors, and earn money sharing what you own. Create an account to get started.
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Link href={authPath("signup", "/welcome")} className={BUTTON_STYLE.primary}>
          Create an account
        </Link>
        <Link href={authPath("signin", "/welcome")} className={BUTTON_STYLE.outline}>
          Sign In
        </Link>
      </div>
      <p className="mt-12 mb-4 font-semibold">What neighbors rent out</p>
      <CategoryChips label="Popular categories" />
    </div>
  );
}
