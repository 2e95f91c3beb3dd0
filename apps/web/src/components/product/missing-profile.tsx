import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { missingProfileInformation, type ProfilePurpose } from "@nexby/domain/accounts/profile-completeness";
import { useState } from "react";
import { Link } from "wouter";
import { clearReturnPath, returnPath } from "../../lib/paths.ts";
import { useSession } from "../../lib/session.ts";
import { BUTTON_STYLE } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { ApprovalStep } from "./approval.tsx";

const APPROVAL_REQUEST: Record<ProfilePurpose, string> = {
  listing: "You can list items once we approve your account.",
  renting: "You can rent items once we approve your account.",
};

type Props = {
  user: CurrentUserView;
  purpose: ProfilePurpose;
  /** Where to continue once the account is approved. */
  path?: string;
};

/** Explains why an account cannot list or rent yet and links to the fix. Renders nothing when it can. */
export function MissingFor({ user, purpose, path }: Props) {
  const missing = missingProfileInformation(user, purpose);
  const isWaiting = !user.isApproved && !user.isAdmin;
  if (!isWaiting && missing.length === 0) return null;

  return (
    <div className="grid gap-4">
      {isWaiting && (
        <Notice look="information" title="Your account is waiting for approval">
          <p>
            {APPROVAL_REQUEST[purpose]} <ApprovalStep path={path} isShort />
          </p>
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice look="information" title="Complete Your Profile">
          <p>{PROFILE_REQUEST[purpose]}</p>
          <ul aria-label="Missing information" className="mt-2 list-disc pl-5">
            {missing.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
          <Link href="/profile" className={`${BUTTON_STYLE.primary} mt-4`}>
            Complete Profile
          </Link>
        </Notice>
      )}
    </div>
  );
}

/** Leads from the profile back to an interrupted booking, once nothing is missing. */
export function ReturnLink() {
  const [path] = useState(returnPath);
  const { user } = useSession();
  if (!path || !user || missingProfileInformation(user, "renting").length > 0) return null;
  if (!user.isApproved && !user.isAdmin) return null;
  return (
    <Notice look="success" role="status" className="mt-6">
      <p>Your profile is ready for renting.</p>
      <Link href={path} onClick={clearReturnPath} className={`${BUTTON_STYLE.primary} mt-3 mb-1`}>
        Continue with your booking
      </Link>
    </Notice>
  );
}

export const PROFILE_REQUEST: Record<ProfilePurpose, string> = {
  listing: "To list items for rent, please complete your profile with the required information.",
  renting: "To rent items, please complete your profile with the required information.",
};
