import { BadgeCheck, type LucideIcon, ShieldCheck, Star } from "lucide-react";
import { LandingSection } from "./landing-section.tsx";

const REASONS: readonly { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: "Verified Users",
    text: "Identity checks and ratings show who you rent from and who rents from you.",
    Icon: BadgeCheck,
  },
  {
    title: "Secure Payments",
    text: "Protected transactions through our payment provider. Nobody sees your card number.",
    Icon: ShieldCheck,
  },
  {
    title: "Deposits & Reviews",
    text: "Damage protection by a deposit, and feedback from both sides after every rental.",
    Icon: Star,
  },
];

export function Trust() {
  return (
    <LandingSection title="Built on Trust & Safety">
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {REASONS.map(({ title, text, Icon }) => (
          <li key={title} className="rounded-card border border-line bg-surface p-6">
            <span className="grid size-11 place-items-center rounded-control bg-primary-soft text-on-primary-soft">
              <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <h3 className="mt-4 font-semibold text-lg">{title}</h3>
            <p className="mt-1 text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
