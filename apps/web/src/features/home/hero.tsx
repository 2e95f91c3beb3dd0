import { BadgeCheck, Compass, type LucideIcon, MapPin, ShieldCheck } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link, useLocation } from "wouter";
import darkWebp from "../../../../../assets/web/hero-dark.webp";
import dark780 from "../../../../../assets/web/hero-dark-780.avif";
import dark1240 from "../../../../../assets/web/hero-dark-1240.avif";
import lightWebp from "../../../../../assets/web/hero-light.webp";
import light780 from "../../../../../assets/web/hero-light-780.avif";
import light1240 from "../../../../../assets/web/hero-light-1240.avif";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { ListItemLink } from "../../components/product/profile-gate.tsx";
import { BUTTON_STYLE, TEXT_LINK_STYLE } from "../../components/ui/button.tsx";
import { SearchForm } from "../../components/ui/search-form.tsx";
import { authPath } from "../../lib/paths.ts";

const BADGES: readonly [string, LucideIcon][] = [
  ["Secure Payments", ShieldCheck],
  ["Verified Users", BadgeCheck],
  ["Local Community", MapPin],
];

/** The picture's background color, so that its edges are invisible. */
const GROUND = "bg-[oklch(0.925_0.018_166)] dark:bg-[oklch(0.297_0.031_171)]";

type HeroProps = { paths: LandingPaths; onTakeTour: () => void };

export function Hero({ paths, onTakeTour }: HeroProps) {
  const [, navigate] = useLocation();

  return (
    <section aria-label="Start here" className={`overflow-hidden ${GROUND}`}>
      <div className="page-width grid items-center gap-x-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <div className="pt-8 pb-2 md:pt-14 lg:py-14">
          <PageHeading className="text-[clamp(2.5rem,5.2vw,4rem)] leading-[1.05]">Rent & Share Locally</PageHeading>
          <p className="mt-3 text-lg md:text-xl">Neighborhood rentals made simple.</p>
          <div className="mt-6 max-w-xl">
            <SearchForm
              label="Search items"
              placeholder="Tent, drill, bounce house..."
              onSearch={(text) => navigate(paths.search(text))}
            />
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <Link href={paths.browse} data-tour="browse" className={`${BUTTON_STYLE.primary} max-sm:w-full`}>
              Find Items Near Me
            </Link>
            <ListItemLink tourAnchor="list-item" className={`${BUTTON_STYLE.outline} max-sm:w-full`}>
              Earn Money Sharing
            </ListItemLink>
            <button
              type="button"
              onClick={onTakeTour}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 font-semibold text-on-primary-soft text-sm underline-offset-4 hover:underline max-sm:mx-auto"
            >
              <Compass size={18} strokeWidth={1.75} aria-hidden="true" />
              Take Tour
            </button>
          </div>
          <ul aria-label="Why people trust us" className="mt-5 flex flex-wrap gap-x-5 gap-y-2 font-medium text-sm">
            {BADGES.map(([label, Icon]) => (
              <li key={label} className="flex items-center gap-1.5">
                <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="text-on-primary-soft" />
                {label}
              </li>
            ))}
          </ul>
        </div>
        <div className="-mx-4 md:-mx-8 lg:-mr-8 lg:ml-0">
          <HeroPicture />
        </div>
      </div>
    </section>
  );
}

/** Must match the build, which preloads the picture. */
const SIZES = "(min-width: 1024px) 56vw, 100vw";

const LOOKS = [
  { avif: `${light780} 780w, ${light1240} 1240w`, webp: lightWebp, shown: "dark:hidden" },
  { avif: `${dark780} 780w, ${dark1240} 1240w`, webp: darkWebp, shown: "hidden dark:block" },
];

/**
 * A picture per color scheme. Lazy loading keeps the hidden one from being downloaded. The color scheme is set by a
 * class, so a media query on the source would not work.
 */
function HeroPicture() {
  return LOOKS.map(({ avif, webp, shown }) => (
    <picture key={webp} className={shown}>
      <source type="image/avif" srcSet={avif} sizes={SIZES} />
      <img
        src={webp}
        alt=""
        width={1240}
        height={760}
        loading="lazy"
        fetchPriority="high"
        decoding="async"
        className="mask-l-from-86% mask-r-from-97% mask-y-from-86% h-auto w-full"
      />
    </picture>
  ));
}

type LandingSectionProps = {
  title: string;
  /** Anchor for links to this section. */
  id?: string;
  /** Link to the full list. */
  allPath?: string;
  children: ReactNode;
};

export function LandingSection({ title, id, allPath, children }: LandingSectionProps) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className="page-width">
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <h2 id={heading} className="display-type text-2xl">
          {title}
        </h2>
        {allPath && (
          <Link href={allPath} className={TEXT_LINK_STYLE}>
            View All
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

/** Landing page links; visitors sign in first and continue to the linked page. */
export type LandingPaths = {
  browse: string;
  search: (text: string) => string;
  category: (value: string) => string;
};

export function landingPaths(isSignedIn: boolean): LandingPaths {
  const orSignIn = (path: string) => (isSignedIn ? path : authPath("choice", path));
  return {
    browse: orSignIn("/browse"),
    search: (text) => orSignIn(`/browse?search=${encodeURIComponent(text)}`),
    category: (value) => orSignIn(`/browse?category=${value}`),
  };
}
