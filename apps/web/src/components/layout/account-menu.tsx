import { Heart, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { authPath } from "../../lib/paths.ts";
import { useSession } from "../../lib/session.ts";
import { LazyPart } from "../ui/loading.tsx";
import { PopoverButton } from "../ui/popover-button.tsx";

const loadAccountButton = () => import("./account-button.tsx").then((module) => module.AccountButton);

/** Same width signed in, signed out and while unknown, so that nothing moves. */
const PLACE = "flex w-23 shrink-0 items-center justify-end gap-1 min-[23rem]:w-35";

/** Bell and account menu, or the sign-in link. */
export function AccountMenu({ bell }: { bell: ReactNode }) {
  const { user, isError } = useSession();
  return (
    <div className={PLACE}>
      {user && (
        <>
          <SavedLink />
          {bell}
          <LazyPart load={loadAccountButton} props={{ user }} />
        </>
      )}
      {(user === null || isError) && (
        <>
          <AppearanceMenu className="max-[23rem]:hidden" />
          <SignInLink />
        </>
      )}
    </div>
  );
}

/** Hidden on the narrowest screens, where the home page links to it. */
function SavedLink() {
  const [path] = useLocation();
  return (
    <Link
      href="/saved"
      aria-label="Saved"
      aria-current={path === "/saved" ? "page" : undefined}
      className="grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle max-[23rem]:hidden"
    >
      <Heart size={22} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}

function SignInLink() {
  const [path] = useLocation();
  const search = useSearch();
  const here = path.startsWith("/auth") || path === "/" ? null : path + (search && `?${search}`);
  return (
    <Link
      href={authPath("choice", here)}
      className="flex min-h-11 w-22 items-center justify-center rounded-full border border-line-strong font-semibold transition-colors duration-120 hover:bg-subtle"
    >
      Sign In
    </Link>
  );
}

const loadChoice = () => import("./appearance-choice.tsx").then((module) => module.AppearanceChoice);

function AppearanceMenu({ className = "" }: { className?: string }) {
  return (
    <PopoverButton
      label="Appearance"
      face={
        <>
          <Sun size={20} strokeWidth={1.75} aria-hidden="true" className="dark:hidden" />
          <Moon size={20} strokeWidth={1.75} aria-hidden="true" className="hidden dark:block" />
        </>
      }
      className={`grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle ${className}`}
      panelClassName="w-48"
    >
      {() => <LazyPart load={loadChoice} props={{}} />}
    </PopoverButton>
  );
}
