import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { useSession } from "../../lib/session.ts";
import { ProfileGateHost } from "../product/profile-gate.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { Footer } from "./footer.tsx";
import { Header, type HeaderParts } from "./header.tsx";

export function Shell({ children, ...parts }: HeaderParts & { children: ReactNode }) {
  return (
    // The bottom padding keeps the fixed bar from covering the end of the page.
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

/** Shown to users waiting for approval. Admins don't need any. */
function PendingApprovalNotice() {
  const { user } = useSession();
  if (!user || user.isApproved || user.isAdmin) return null;

  return (
    <aside aria-label="Account status" className="bg-warning-soft text-on-warning-soft">
      <p className="page-width flex gap-3 py-3 text-pretty text-sm">
        <Hourglass size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        Your account is waiting for approval. You can browse now. You can list and book once an admin approves you.
      </p>
    </aside>
  );
}
