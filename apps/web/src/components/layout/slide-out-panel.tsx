import { Link } from "wouter";
import { authPath } from "../../lib/paths.ts";
import { useSession } from "../../lib/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { BUTTON_STYLE } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";
import { AccountLinks, PersonLines } from "./account-panel.tsx";
import { AppearanceChoice } from "./appearance-choice.tsx";
import { MainLinks } from "./main-links.tsx";

const ENTRY = "flex min-h-12 items-center rounded-control px-3 font-semibold text-lg hover:bg-subtle";

export function SlideOutPanel({ onClose }: { onClose: () => void }) {
  const { user } = useSession();

  return (
    <Modal
      title="Menu"
      onClose={onClose}
      className="mr-0 ml-auto h-dvh max-h-dvh w-80 max-w-[88vw] animate-[slide-in_320ms_cubic-bezier(0.2,0.8,0.2,1)] rounded-l-sheet"
    >
      <div className="grid grid-cols-1 content-start gap-3 overflow-y-auto overscroll-contain px-3 pt-2 pb-8">
        {user && (
          <div className="flex items-center gap-3 px-3">
            <Avatar person={user} />
            <div className="min-w-0">
              <PersonLines user={user} />
            </div>
          </div>
        )}
        <nav aria-label="Main">
          <MainLinks className={`${ENTRY} aria-[current=page]:bg-subtle`} onClick={onClose} />
        </nav>
        <div className="border-line border-t pt-3">
          {user ? (
            <AccountLinks user={user} hasBookings onChoose={onClose} />
          ) : (
            <Link href={authPath("choice", null)} className={`${BUTTON_STYLE.primary} w-full`} onClick={onClose}>
              Sign In
            </Link>
          )}
        </div>
        <div className="border-line border-t pt-3">
          <AppearanceChoice />
        </div>
      </div>
    </Modal>
  );
}
