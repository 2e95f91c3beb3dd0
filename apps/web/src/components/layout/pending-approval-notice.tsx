import { Hourglass } from "lucide-react";

/** For users waiting for approval. */
export function PendingApprovalNotice() {
  return (
    <aside aria-label="Account status" className="bg-warning-soft text-on-warning-soft">
      <p className="page-width flex gap-3 py-3 text-pretty text-sm">
        <Hourglass size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        Your account is waiting for approval. You can browse now. You can list and book once an admin approves you.
      </p>
    </aside>
  );
}
