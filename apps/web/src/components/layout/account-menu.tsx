import type { ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { authPath } from "../../lib/auth-path.ts";
import { useSession } from "../../lib/session.ts";
import { LazyPart } from "../ui/lazy-part.tsx";
import { AppearanceMenu } from "./appearance-menu.tsx";

const loadAccountButton = () => import("./account-button.tsx").then((module) => module.AccountButton);

/** As wide signed in as out, and as wide before anybody knows: nothing moves when the answer comes. */
const PLACE = "flex w-23 shrink-0 items-center justify-end gap-1 min-[23rem]:w-34";

/** The bell and one's own menu, or the way in. */
export function AccountMenu({ bell }: { bell: ReactNode }) {
  const { user, isError } = useSession();
  return (
    <div className={PLACE}>
      {user && (
        <>
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
