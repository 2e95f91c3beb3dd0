import { Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { PRODUCT_NAME } from "../../lib/browser/document.ts";
import { LazyPart } from "../ui/loading.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { MainLinks } from "./main-links.tsx";

export type HeaderParts = {
  search: ReactNode;
  /** Below the header, on small screens. */
  searchBelow: ReactNode;
  /** For screens where the search box scrolls out of view. */
  searchOpener: ReactNode;
  bell: ReactNode;
};

export function Header({ search, searchBelow, searchOpener, bell }: HeaderParts) {
  return (
    <>
      <header className="sticky top-0 z-20 border-line border-b bg-surface">
        <div className="page-width flex h-16 items-center gap-1 md:h-18 md:gap-4 lg:gap-2">
          <Link href="/" className="mr-auto -ml-2 flex min-h-11 shrink-0 items-center rounded-control px-2">
            <Wordmark />
          </Link>
          <div className="mx-auto hidden w-full max-w-md has-data-parts:max-w-xl md:block">{search}</div>
          <nav aria-label="Main" className="ml-auto hidden shrink-0 lg:flex">
            <MainLinks className="flex min-h-11 items-center rounded-control px-3 font-semibold transition-colors duration-120 hover:bg-subtle" />
          </nav>
          {searchOpener}
          <AccountMenu bell={bell} />
          <SlideOutMenu />
        </div>
      </header>
      <div className="border-line border-b bg-surface px-4 py-2.5 md:hidden">{searchBelow}</div>
    </>
  );
}

export function Wordmark() {
  return (
    <span className="display-type text-[1.75rem] leading-8 text-primary">
      {PRODUCT_NAME.toLowerCase()}
      <span aria-hidden="true" className="text-accent">
        .
      </span>
    </span>
  );
}

const loadPanel = () => import("./slide-out-panel.tsx").then((module) => module.SlideOutPanel);

/** For screens too narrow for the header's links. */
function SlideOutMenu() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle lg:hidden"
      >
        <Menu size={22} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {isOpen && <LazyPart load={loadPanel} props={{ onClose: () => setIsOpen(false) }} />}
    </>
  );
}
