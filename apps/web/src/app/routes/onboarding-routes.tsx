import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import key from "../../../../../assets/web/key.webp";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { acceptTerms, getActiveTerms, keepProfile, useSaveProfile } from "../../features/accounts/api.ts";
import {
  type QuickOnboarding,
  QuickOnboardingForm,
  RegistrationForm,
} from "../../features/accounts/components/onboarding-forms.tsx";
import { ActiveTerms } from "../../features/accounts/components/terms.tsx";
import { ApiError } from "../../lib/api/errors.ts";
import { usePageTitle } from "../../lib/browser/document.ts";
import { useIntent } from "../../lib/browser/intents.ts";
import { OwnProfile } from "../guards.tsx";
import { KnownSession, SignInFirst } from "../known-session.tsx";

const REGISTRATION_TITLE = "Complete your registration";

export function CompleteRegistrationRoute() {
  usePageTitle(REGISTRATION_TITLE);
  return (
    <KnownSession>
      {(user) =>
        user ? (
          <RegistrationPage />
        ) : (
          <SignInFirst
            picture={key}
            title={REGISTRATION_TITLE}
            text="Sign in to add your phone number and city."
            returnTo="/complete-registration"
          />
        )
      }
    </KnownSession>
  );
}

function RegistrationPage() {
  const save = useSaveProfile();
  const [, navigate] = useLocation();

  return (
    <div className="page-width max-w-2xl pt-6 md:pt-12">
      <PageHeading>{REGISTRATION_TITLE}</PageHeading>
      <p className="mt-2 text-pretty text-muted">
        You need these to list items. Everyone can see your city, but not your phone number.
      </p>
      <div className="mt-6">
        <OwnProfile>
          {(profile) => (
            <RegistrationForm
              profile={profile}
              onSubmit={async (values) => {
                await save(values);
                navigate("/verify-contact");
              }}
            />
          )}
        </OwnProfile>
      </div>
    </div>
  );
}

const ONBOARDING_TITLE = "A few details first";
const PATH = "/quick-onboarding";

export function QuickOnboardingRoute() {
  usePageTitle(ONBOARDING_TITLE);
  return (
    <KnownSession>
      {(user) =>
        user ? (
          <QuickOnboardingPage hasAccepted={user.termsAcceptedAt !== null} />
        ) : (
          <SignInFirst
            picture={key}
            title={ONBOARDING_TITLE}
            text="Sign in to add your name. You can rent once your account is approved."
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
  const { data: terms, refetch } = useQuery({ ...getActiveTerms(), enabled: !hasAccepted });
  const save = useSaveProfile();
  const acceptVersion = useIntent(acceptTerms);

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
    // At /home, the home page replaces this form by itself.
    if (path === PATH) navigate(details.primaryUse === "owner" ? "/complete-registration" : "/browse");
  };

  return (
    <div className="page-width max-w-2xl pt-6 md:pt-12">
      <PageHeading>{ONBOARDING_TITLE}</PageHeading>
      <p className="mt-2 text-pretty text-muted">
        Tell us your name and what brings you here, and accept the terms. That’s all.
      </p>
      <div className="mt-6">
        <OwnProfile>
          {(profile) => <QuickOnboardingForm profile={profile} terms={<ActiveTerms />} onSubmit={submit} />}
        </OwnProfile>
      </div>
    </div>
  );
}
