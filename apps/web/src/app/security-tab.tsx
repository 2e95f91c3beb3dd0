import type { ProfileView } from "@nexby/contract/profile";
import { useQueryClient } from "@tanstack/react-query";
import { Section } from "../components/ui/section.tsx";
import { keepProfile, profile as profileQuery } from "../features/profile/api/profile.ts";
import { Devices } from "../features/security/components/devices.tsx";
import { EmailChange } from "../features/security/components/email-change.tsx";
import { FirstPassword } from "../features/security/components/first-password.tsx";
import { Identities } from "../features/security/components/identities.tsx";
import { PasswordForm } from "../features/security/components/password-form.tsx";

export function SecurityTab({ profile }: { profile: ProfileView }) {
  const client = useQueryClient();

  return (
    <div className="grid grid-cols-1 gap-8">
      <Section title="Password" text="Changing it signs out all other devices.">
        {profile.hasPassword ? <PasswordForm /> : <FirstPassword email={profile.email} />}
      </Section>
      <Section title="Email address" text="We confirm a change at the old and the new address.">
        {profile.hasPassword ? (
          <EmailChange
            email={profile.email}
            onChanged={(user) => {
              keepProfile(client, { ...profile, ...user });
              void client.invalidateQueries({ queryKey: profileQuery().queryKey });
            }}
          />
        ) : (
          <p className="text-muted">Set a password first.</p>
        )}
      </Section>
      <Section title="Devices" text="Where you are signed in.">
        <Devices />
      </Section>
      <Section title="Connected accounts" text="Other accounts you can sign in with.">
        <Identities />
      </Section>
    </div>
  );
}
