import type { ReactNode } from "react";
import type { LandingPaths } from "../landing-paths.ts";
import { ClosingBanner } from "./closing-banner.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { LandingSection } from "./landing-section.tsx";
import { Trust } from "./trust.tsx";

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
