import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import key from "../../assets/key.webp";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import {
  type QuickOnboarding,
  QuickOnboardingForm,
} from "../../features/onboarding-forms/components/quick-onboarding-form.tsx";
import { keepProfile, useSaveProfile } from "../../features/profile/api/profile.ts";
import { accept, activeTerms } from "../../features/terms/api/terms.ts";
import { ActiveTerms } from "../../features/terms/components/active-terms.tsx";
import { ApiError } from "../../lib/client/errors.ts";
import { useIntent } from "../../lib/intents.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { KnownSession } from "../known-session.tsx";
import { OwnProfile } from "../own-profile.tsx";
import { SignInFirst } from "../sign-in-first.tsx";

const TITLE = "A few details first";
const PATH = "/quick-onboarding";

export function QuickOnboardingRoute() {
  usePageTitle(TITLE);
  return (
    <KnownSession>
      {(user) =>
        user ? (
          <QuickOnboardingPage hasAccepted={user.termsAcceptedAt !== null} />
        ) : (
          <SignInFirst
            picture={key}
            title={TITLE}
            text="Sign in, tell us your name, and you are ready to rent."
            returnTo={PATH}
          />
        )
      }
    </KnownSession>
  );
}

function QuickOnboardingPage({ hasAccepted }: { hasAccepted: boolean }) {
  const client = useQueryClient();
  const [path, navigate] = useLocation();
  const { data: terms, refetch } = useQuery({ ...activeTerms(), enabled: !hasAccepted });
  const save = useSaveProfile();
  const acceptVersion = useIntent(accept);

  const submit = async ({ termsAccepted, ...details }: QuickOnboarding) => {
    await save(details);
    if (!hasAccepted) {
      try {
        keepProfile(client, await acceptVersion({ termsAccepted, version: terms?.version ?? 0 }));
      } catch (error) {
        if (error instanceof ApiError && error.code === "terms_changed") await refetch();
        throw error;
      }
    }
    // At /home the home page takes its place by itself.
    if (path === PATH) navigate(details.primaryUse === "owner" ? "/complete-registration" : "/browse");
  };

  return (
    <div className="page-width max-w-2xl pt-6 md:pt-12">
      <PageHeading>{TITLE}</PageHeading>
      <p className="mt-2 text-pretty text-muted">Your name, what brings you here, and the terms. That is all.</p>
      <div className="mt-6">
        <OwnProfile>
          {(profile) => <QuickOnboardingForm profile={profile} terms={<ActiveTerms />} onSubmit={submit} />}
        </OwnProfile>
      </div>
    </div>
  );
}
