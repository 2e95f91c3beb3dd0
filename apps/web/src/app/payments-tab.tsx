import type { ProfileView } from "@nexby/contract/profile";
import { Section } from "../components/ui/section.tsx";
import { PayoutSection } from "../features/payments/components/payout-section.tsx";
import { SavedCards } from "../features/payments/components/saved-cards.tsx";

export function PaymentsTab({ profile }: { profile: ProfileView }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <Section title="Cards" text="For what you rent. Numbers are kept by our payment provider, never by us.">
        <SavedCards isApproved={profile.isApproved || profile.isAdmin} />
      </Section>
      <Section title="Payouts" text="Where your earnings go when you rent something out.">
        <PayoutSection profile={{ ...profile, isApproved: profile.isApproved || profile.isAdmin }} />
      </Section>
    </div>
  );
}
