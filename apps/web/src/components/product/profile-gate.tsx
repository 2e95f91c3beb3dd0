import { missingProfileInformation, type ProfilePurpose } from "@nexby/domain/accounts/profile-completeness";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "wouter";
import { Signal, useSignal } from "../../lib/browser/signals.ts";
import { authPath } from "../../lib/paths.ts";
import { useSession } from "../../lib/session.ts";
import { LazyPart } from "../ui/loading.tsx";

/** Action that requires a more complete profile; null hides the dialog. */
export const profileGate = new Signal<ProfilePurpose | null>(null);

const loadDialog = () => import("./profile-gate-dialog.tsx").then((module) => module.ProfileGateDialog);

/** The only place that renders the dialog. */
export function ProfileGateHost() {
  const purpose = useSignal(profileGate);
  return purpose && <LazyPart load={loadDialog} props={{ purpose, onClose: () => profileGate.set(null) }} />;
}

const PATH = "/create-listing";

type Props = {
  className: string;
  children: ReactNode;
  /** Element that the tour points at. */
  tourAnchor?: string;
  onClick?: () => void;
};

/** Links to a new listing. Visitors sign in first, and users with an incomplete profile see the profile dialog. */
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
