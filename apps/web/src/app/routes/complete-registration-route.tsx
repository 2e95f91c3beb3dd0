import { useLocation } from "wouter";
import key from "../../assets/key.webp";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { RegistrationForm } from "../../features/onboarding-forms/components/registration-form.tsx";
import { useSaveProfile } from "../../features/profile/api/profile.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { KnownSession } from "../known-session.tsx";
import { OwnProfile } from "../own-profile.tsx";
import { SignInFirst } from "../sign-in-first.tsx";

const TITLE = "Complete your registration";

export function CompleteRegistrationRoute() {
  usePageTitle(TITLE);
  return (
    <KnownSession>
      {(user) =>
        user ? (
          <RegistrationPage />
        ) : (
          <SignInFirst
            picture={key}
            title={TITLE}
            text="Sign in to add your phone number and your town."
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
      <PageHeading>{TITLE}</PageHeading>
      <p className="mt-2 text-pretty text-muted">Needed for listing items. Others see your town, never your number.</p>
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
