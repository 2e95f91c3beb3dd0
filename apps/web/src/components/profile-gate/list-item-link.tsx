import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "wouter";
import { authPath } from "../../lib/auth-path.ts";
import { useSession } from "../../lib/session.ts";
import { profileGate } from "./profile-gate.ts";

const PATH = "/create-listing";

type Props = {
  className: string;
  children: ReactNode;
  /** For the tour, which points at it. */
  tourAnchor?: string;
  onClick?: () => void;
};

/** Leads to a new listing: visitors sign in first, and who has not told enough about themselves is asked to. */
export function ListItemLink({ className, children, tourAnchor, onClick }: Props) {
  const { user } = useSession();

  const click = (event: MouseEvent) => {
    onClick?.();
    if (!user || missingProfileInformation(user, "listing").length === 0) return;
    event.preventDefault();
    profileGate.set("listing");
  };

  return (
    <Link
      href={user === null ? authPath("choice", PATH) : PATH}
      data-tour={tourAnchor}
      className={className}
      onClick={click}
    >
      {children}
    </Link>
  );
}
