import { Link } from "wouter";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { LandingSection } from "./landing-section.tsx";

const STEPS = [
  { title: "Browse & Search", text: "Find what you need by location and category." },
  { title: "Book & Pay", text: "Select your dates and pay securely, with deposit protection." },
  { title: "Enjoy & Return", text: "Use it, return it as agreed, and rate the experience." },
];

export function HowItWorks() {
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
