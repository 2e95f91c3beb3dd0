import type { ReactNode } from "react";
import { localMemory } from "../../lib/browser/storage.ts";
import { AFTER_APPROVAL } from "../../lib/paths.ts";
import { useSession } from "../../lib/session.ts";
import { ProfileGateHost } from "../product/profile-gate.tsx";
import { LazyPart } from "../ui/loading.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { Footer } from "./footer.tsx";
import { Header, type HeaderParts } from "./header.tsx";

export function Shell({ children, ...parts }: HeaderParts & { children: ReactNode }) {
  return (
    // The bottom padding keeps the fixed bar from covering the end of the page.
    <div className="flex min-h-svh flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] md:pb-0">
      <a
        href="#main"
        className="sr-only rounded-control bg-primary font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-30 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      <Header {...parts} />
      <ApprovalNotice />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <BottomBar />
      <ProfileGateHost />
    </div>
  );
}

const loadNotice = () => import("./pending-approval-notice.tsx").then((module) => module.PendingApprovalNotice);

/** Once approved, there may be a booking to continue. */
function ApprovalNotice() {
  const { user } = useSession();
  const isShown = user && (!user.isApproved || localMemory.get(AFTER_APPROVAL + user.id));
  return isShown && <LazyPart load={loadNotice} props={{ user }} isOptional />;
}
