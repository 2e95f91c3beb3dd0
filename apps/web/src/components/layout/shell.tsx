import type { ReactNode } from "react";
import { ProfileGateHost } from "../profile-gate/profile-gate-host.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { Footer } from "./footer.tsx";
import { Header, type HeaderParts } from "./header.tsx";
import { PendingApprovalNotice } from "./pending-approval-notice.tsx";

export function Shell({ children, ...parts }: HeaderParts & { children: ReactNode }) {
  return (
    // Below the end of the page there is room for the bar, which would cover it otherwise.
    <div className="flex min-h-svh flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] md:pb-0">
      <a
        href="#main"
        className="sr-only rounded-control bg-primary px-5 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-30 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      <Header {...parts} />
      <PendingApprovalNotice />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <BottomBar />
      <ProfileGateHost />
    </div>
  );
}
