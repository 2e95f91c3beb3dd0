import { missingProfileInformation, type ProfilePurpose } from "@nexby/domain/accounts/profile-completeness";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "wouter";
import { Signal, useSignal } from "../../lib/browser/signals.ts";
import { authPath } from "../../lib/paths.ts";
import { useSession } from "../../lib/session.ts";
import { LazyPart } from "../ui/loading.tsx";

/** What somebody wanted to do whose profile does not suffice yet; null while nobody does. */
export const profileGate = new Signal<ProfilePurpose | null>(null);

const loadDialog = () => import("./profile-gate-dialog.tsx").then((module) => module.ProfileGateDialog);

/** The one place at which the dialog is shown, wherever it was asked for. */
export function ProfileGateHost() {
  const purpose = useSignal(profileGate);
  return purpose && <LazyPart load={loadDialog} props={{ purpose, onClose: () => profileGate.set(null) }} />;
}

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
