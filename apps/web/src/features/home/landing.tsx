import { BadgeCheck, type LucideIcon, ShieldCheck, Star } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import { ListItemLink } from "../../components/product/profile-gate.tsx";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { Hero, type LandingPaths, LandingSection } from "./hero.tsx";

type Props = {
  paths: LandingPaths;
  categories: ReactNode;
  featured: ReactNode;
  onTakeTour: () => void;
};

export function Landing({ paths, categories, featured, onTakeTour }: Props) {
  return (
    <>
      <Hero paths={paths} onTakeTour={onTakeTour} />
      <div className="grid gap-16 pt-12 md:gap-20 md:pt-16">
        <LandingSection title="Browse by Category" allPath={paths.browse}>
          {categories}
        </LandingSection>
        <LandingSection title="Featured Listings" allPath={paths.browse}>
          {featured}
        </LandingSection>
        <Trust />
        <HowItWorks />
        <ClosingBanner browsePath={paths.browse} />
      </div>
    </>
  );
}

function ClosingBanner({ browsePath }: { browsePath: string }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="page-width">
      <div className="rounded-sheet bg-primary-soft px-6 py-12 text-center md:py-16">
        <h2 id={heading} className="display-type text-balance text-3xl">
          Ready to Start Sharing?
        </h2>
        <p className="mx-auto mt-3 max-w-[52ch] text-pretty">
          Rent what you need for a weekend, or earn money from things you’re not using.
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <Link href={browsePath} className={`${BUTTON_STYLE.primary} max-sm:w-full`}>
            Find Items Near Me
          </Link>
          <ListItemLink className={`${BUTTON_STYLE.outline} max-sm:w-full`}>Start Earning Today</ListItemLink>
        </div>
      </div>
    </section>
  );
}

const STEPS = [
  { title: "Browse & Search", text: "Find what you need by location and category." },
  { title: "Book & Pay", text: "Select your dates and pay securely, with deposit protection." },
  { title: "Enjoy & Return", text: "Use it, return it as agreed, and rate the experience." },
];

function HowItWorks() {
  return (
    <LandingSection id="how-it-works" title="How It Works">
      <ol className="grid gap-6 md:grid-cols-3 md:gap-10">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4 md:block">
            <span
              aria-hidden="true"
              className="grid size-11 shrink-0 place-items-center rounded-full bg-ink font-bold text-lg text-surface"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold text-lg md:mt-4">{title}</h3>
              <p className="mt-1 text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Link href="/how-it-works" className={`${BUTTON_STYLE.outline} mt-8 max-sm:w-full`}>
        View Detailed Instructions
      </Link>
    </LandingSection>
  );
}

const REASONS: readonly { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: "Verified Users",
    text: "Identity checks and ratings show who you rent from and who rents from you.",
    Icon: BadgeCheck,
  },
  {
    title: "Secure Payments",
    text: "Protected transactions through our payment provider. We never see your card number.",
    Icon: ShieldCheck,
  },
  {
    title: "Deposits & Reviews",
    text: "Damage protection with a deposit, and feedback from both sides after a rental.",
    Icon: Star,
  },
];

function Trust() {
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
