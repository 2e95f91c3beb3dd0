import { Hourglass } from "lucide-react";
import { useSession } from "../../lib/session.ts";

/** Under the header of everybody who waits for approval. Administrators need none. */
export function PendingApprovalNotice() {
  const { user } = useSession();
  if (!user || user.isApproved || user.isAdmin) return null;

  return (
    <aside aria-label="Account status" className="bg-warning-soft text-on-warning-soft">
      <p className="page-width flex gap-3 py-3 text-pretty text-sm">
        <Hourglass size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        Your account is waiting for approval. You can browse; listing and booking open once an administrator approves
        you.
      </p>
    </aside>
  );
}
