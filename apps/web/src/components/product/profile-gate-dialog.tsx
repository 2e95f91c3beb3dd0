import { missingProfileInformation, type ProfilePurpose } from "@nexby/domain/accounts/profile-completeness";
import { Circle } from "lucide-react";
import { Link } from "wouter";
import { useSession } from "../../lib/session.ts";
import { BUTTON_STYLE } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";
import { PROFILE_REQUEST } from "./missing-profile.tsx";

type Props = { purpose: ProfilePurpose; onClose: () => void };

export function ProfileGateDialog({ purpose, onClose }: Props) {
  const { user } = useSession();

  return (
    <Modal
      title="Complete Your Profile"
      onClose={onClose}
      className="mx-auto mt-auto mb-0 w-full max-w-full rounded-t-sheet sm:my-auto sm:max-w-md sm:rounded-sheet"
    >
      <div className="overflow-y-auto px-5 pb-5">
        <p className="text-pretty text-muted">{PROFILE_REQUEST[purpose]}</p>
        <h3 className="mt-4 font-semibold">Missing information</h3>
        <ul className="mt-2 grid gap-2">
          {missingProfileInformation(user, purpose).map((label) => (
            <li key={label} className="flex items-center gap-2.5">
              <Circle size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
              {label}
            </li>
          ))}
        </ul>
        <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:grid max-sm:grid-cols-1">
          <Link href="/profile" className={`${BUTTON_STYLE.primary} sm:order-last`} onClick={onClose}>
            Complete Profile
          </Link>
          <button type="button" className={BUTTON_STYLE.outline} onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Modal>
  );
}
