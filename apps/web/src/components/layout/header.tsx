import type { ReactNode } from "react";
import { Link } from "wouter";
import { AccountMenu } from "./account-menu.tsx";
import { MainLinks } from "./main-links.tsx";
import { SlideOutMenu } from "./slide-out-menu.tsx";
import { Wordmark } from "./wordmark.tsx";

export type HeaderParts = {
  search: ReactNode;
  /** Where the search box is out of sight once the page is scrolled. */
  searchOpener: ReactNode;
  bell: ReactNode;
};

export function Header({ search, searchOpener, bell }: HeaderParts) {
  return (
    <>
      <header className="sticky top-0 z-20 border-line border-b bg-surface">
        <div className="page-width flex h-16 items-center gap-1 md:h-18 md:gap-4 lg:gap-2">
          <Link href="/" className="mr-auto -ml-2 flex min-h-11 shrink-0 items-center rounded-control px-2">
            <Wordmark />
          </Link>
          <div className="mx-auto hidden w-full max-w-md md:block">{search}</div>
          <nav aria-label="Main" className="ml-auto hidden shrink-0 lg:flex">
            <MainLinks className="flex min-h-11 items-center rounded-control px-3 font-semibold transition-colors duration-120 hover:bg-subtle" />
          </nav>
          {searchOpener}
          <AccountMenu bell={bell} />
          <SlideOutMenu />
        </div>
      </header>
      <div className="border-line border-b bg-surface px-4 py-2.5 md:hidden">{search}</div>
    </>
  );
}
