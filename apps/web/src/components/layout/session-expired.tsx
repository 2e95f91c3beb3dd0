import { LockKeyhole } from "lucide-react";
import { loginPath } from "../../lib/paths.ts";
import { BUTTON_STYLE } from "../ui/button.tsx";
import { AlertCard } from "../ui/message-card.tsx";
import { PageHeading } from "./page-heading.tsx";

export function SessionExpired({ onTryAgain }: { onTryAgain: () => void }) {
  const signInAgain = () => location.assign(loginPath(location.pathname + location.search));

  return (
    <div className="page-width py-8 md:py-16">
      <AlertCard
        icon={LockKeyhole}
        tone="warning"
        title={
          <>
            <PageHeading className="mt-5 text-2xl">Session Expired</PageHeading>
            <p className="mt-3 font-semibold">Authentication Required</p>
          </>
        }
        text="Your session has expired or there was an authentication error. Please sign in again to continue."
      >
        <button type="button" className={BUTTON_STYLE.primary} onClick={signInAgain}>
          Sign In Again
        </button>
        <button type="button" className={BUTTON_STYLE.outline} onClick={onTryAgain}>
          Try Again
        </button>
      </AlertCard>
    </div>
  );
}
