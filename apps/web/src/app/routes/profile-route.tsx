import type { ProfileView } from "@nexby/contract/accounts/profile";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { AppearanceChoice } from "../../components/layout/appearance-choice.tsx";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { ReturnLink } from "../../components/product/missing-profile.tsx";
import { Avatar } from "../../components/ui/avatar.tsx";
import { SkeletonArea, SkeletonBar } from "../../components/ui/loading.tsx";
import { ErrorCard } from "../../components/ui/message-card.tsx";
import { Section } from "../../components/ui/section.tsx";
import { TabsInAddress } from "../../components/ui/tabs.tsx";
import { keepProfile, getProfile as profileQuery } from "../../features/accounts/api.ts";
import { ConnectedAccounts } from "../../features/accounts/components/connected-accounts.tsx";
import { Devices } from "../../features/accounts/components/devices.tsx";
import { EmailChange } from "../../features/accounts/components/email-change.tsx";
import { FirstPassword, PasswordForm } from "../../features/accounts/components/password-forms.tsx";
import { PersonalForm } from "../../features/accounts/components/personal-form.tsx";
import { AvailabilityForm, ContactSharing } from "../../features/accounts/components/preferences-forms.tsx";
import { Completeness } from "../../features/accounts/components/profile-completeness.tsx";
import { ProfilePicture } from "../../features/accounts/components/profile-picture.tsx";
import { AcceptTermsForm } from "../../features/accounts/components/terms.tsx";
import { NotificationPreferences } from "../../features/notifications/components/notification-preferences.tsx";
import { PayoutSection } from "../../features/payments/screens/payout-section.tsx";
import { SavedCards } from "../../features/payments/screens/saved-cards.tsx";
import { usePageTitle } from "../../lib/browser/document.ts";
import { SignedInOnly } from "../guards.tsx";

const TITLE = "Your profile";

export function ProfileRoute() {
  usePageTitle(TITLE);
  return <SignedInOnly>{() => <ProfilePage />}</SignedInOnly>;
}

function ProfilePage() {
  const { data: profile, isError, refetch } = useQuery(profileQuery());

  return (
    <div className="page-width max-w-5xl pt-6 md:pt-12">
      <PageHeading>{TITLE}</PageHeading>
      <ReturnLink />
      {profile && <LoadedProfile profile={profile} />}
      {isError && !profile && <ErrorCard onRetry={() => void refetch()} />}
      {!profile && !isError && <ProfileSkeleton />}
    </div>
  );
}

function LoadedProfile({ profile }: { profile: ProfileView }) {
  const client = useQueryClient();
  return (
    <>
      <div className="mt-6 grid items-center gap-6 md:grid-cols-2">
        <div className="flex min-w-0 items-center gap-4">
          <Avatar key={profile.profileImageUrl} person={profile} size="large" />
          <div className="min-w-0">
            <p className="truncate font-semibold text-lg">
              {[profile.firstName, profile.lastName].filter(Boolean).join(" ")}
            </p>
            <p className="truncate text-muted">{profile.email}</p>
          </div>
        </div>
        <Completeness profile={profile} />
      </div>
      {!profile.termsAcceptedAt && (
        <div className="mt-8 rounded-card border border-line bg-surface p-5 md:p-6">
          <AcceptTermsForm onAccepted={(saved) => keepProfile(client, saved)} />
        </div>
      )}
      <div className="mt-8">
        <ProfileTabs profile={profile} />
      </div>
    </>
  );
}

function ProfileTabs({ profile }: { profile: ProfileView }) {
  return (
    <TabsInAddress
      label="Profile"
      title={TITLE}
      tabs={[
        {
          name: "personal",
          label: "Personal",
          panel: (
            <div className="grid grid-cols-1 gap-8">
              <Section title="About you" text="Everyone can see your name and city.">
                <ProfilePicture profile={profile} />
                <PersonalForm profile={profile} />
              </Section>
              <Section title="Contact" text="Nobody can see your phone number before a booking is approved.">
                <ContactSharing profile={profile} />
              </Section>
            </div>
          ),
        },
        { name: "payments", label: "Payments", panel: <PaymentsTab profile={profile} /> },
        {
          name: "notifications",
          label: "Notifications",
          panel: <NotificationPreferences contact={profile} />,
        },
        {
          name: "availability",
          label: "Availability",
          panel: (
            <Section title="Handoff hours" text="When you’re available for pickups and returns.">
              <AvailabilityForm profile={profile} />
            </Section>
          ),
        },
        { name: "security", label: "Security", panel: <SecurityTab profile={profile} /> },
        {
          name: "appearance",
          label: "Appearance",
          panel: (
            <Section title="Light or dark mode" text="Applies to this device only.">
              <AppearanceChoice isLegendHidden />
            </Section>
          ),
        },
      ]}
    />
  );
}

function ProfileSkeleton() {
  return (
    <SkeletonArea label="Loading profile">
      <div className="mt-6 grid grid-cols-1 gap-6 md:grid-cols-2">
        <SkeletonBar shape="card" className="h-20" />
        <SkeletonBar shape="card" className="h-36" />
      </div>
      <SkeletonBar shape="control" className="mt-8 h-12" />
      <SkeletonBar shape="card" className="mt-8 h-96" />
    </SkeletonArea>
  );
}

function PaymentsTab({ profile }: { profile: ProfileView }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <Section title="Cards" text="For paying for rentals. Our payment provider stores your card numbers. We never do.">
        <SavedCards isApproved={profile.isApproved || profile.isAdmin} />
      </Section>
      <Section title="Payouts" text="Where we send your earnings when you rent something out.">
        <PayoutSection profile={{ ...profile, isApproved: profile.isApproved || profile.isAdmin }} />
      </Section>
    </div>
  );
}

function SecurityTab({ profile }: { profile: ProfileView }) {
  const client = useQueryClient();

  return (
    <div className="grid grid-cols-1 gap-8">
      <Section title="Password" text="Changing your password signs you out on all other devices.">
        {profile.hasPassword ? <PasswordForm /> : <FirstPassword email={profile.email} />}
      </Section>
      <Section title="Email address" text="To change it, enter the codes we send to your old and new addresses.">
        {profile.hasPassword ? (
          <EmailChange
            email={profile.email}
            onChanged={(user) => {
              keepProfile(client, { ...profile, ...user });
              void client.invalidateQueries({ queryKey: profileQuery().queryKey });
            }}
          />
        ) : (
          <p className="text-muted">To change your email address, set a password first.</p>
        )}
      </Section>
      <Section title="Devices" text="Where you’re signed in.">
        <Devices />
      </Section>
      <Section title="Connected accounts" text="Other accounts you can sign in with.">
        <ConnectedAccounts />
      </Section>
    </div>
  );
}
