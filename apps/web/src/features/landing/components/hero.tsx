import { BadgeCheck, Compass, type LucideIcon, MapPin, ShieldCheck } from "lucide-react";
import { Link, useLocation } from "wouter";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { ListItemLink } from "../../../components/profile-gate/list-item-link.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { SearchForm } from "../../../components/ui/search-form.tsx";
import type { LandingPaths } from "../landing-paths.ts";
import { HeroPicture } from "./hero-picture.tsx";

const BADGES: readonly [string, LucideIcon][] = [
  ["Secure Payments", ShieldCheck],
  ["Verified Users", BadgeCheck],
  ["Local Community", MapPin],
];

/** What the picture was rendered on, so that it has no edges. */
const GROUND = "bg-[oklch(0.925_0.018_166)] dark:bg-[oklch(0.297_0.031_171)]";

type Props = { paths: LandingPaths; onTakeTour: () => void };

export function Hero({ paths, onTakeTour }: Props) {
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
