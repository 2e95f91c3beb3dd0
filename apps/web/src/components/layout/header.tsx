import { Link, useLocation } from "wouter";
import { AppearanceMenu } from "./appearance-menu.tsx";
import { Wordmark } from "./wordmark.tsx";

export function Header() {
  const [path] = useLocation();

  return (
    <header className="sticky top-0 z-20 border-line border-b bg-surface">
      <div className="page-width flex h-16 items-center gap-2 md:h-18">
        <Link href="/" className="-ml-2 flex min-h-11 items-center rounded-control px-2">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="ml-auto">
          <Link
            href="/"
            aria-current={path === "/" ? "page" : undefined}
            className="flex min-h-11 items-center rounded-control px-3 font-semibold transition-colors duration-120 hover:bg-subtle"
          >
            Browse
          </Link>
        </nav>
        <AppearanceMenu />
      </div>
    </header>
  );
}
