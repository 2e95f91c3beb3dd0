import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { CircleCheck, Hourglass } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { forgetForApproval, keptForApproval } from "../../lib/approval-memory.ts";
import { ApprovalStep } from "../product/approval.tsx";

/** For users waiting for approval, and then a way back to what they wanted to book. */
export function PendingApprovalNotice({ user }: { user: CurrentUserView }) {
  return user.isApproved || user.isAdmin ? <Continue userId={user.id} /> : <Waiting />;
}

const LINE = "page-width flex gap-3 py-3 text-pretty text-sm";

function Waiting() {
  return (
    <aside aria-label="Account status" className="bg-warning-soft text-on-warning-soft">
      <div className={LINE}>
        <Hourglass size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <p>
          Your account is waiting for approval. <ApprovalStep />
        </p>
      </div>
    </aside>
  );
}

function Continue({ userId }: { userId: string }) {
  const [path, setPath] = useState(() => keptForApproval(userId));
  const forget = () => {
    forgetForApproval(userId);
    setPath(null);
  };

  if (!path) return null;
  return (
    <aside aria-label="Account status" className="bg-success-soft text-on-success-soft">
      <div className={LINE}>
        <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <p role="status">
          Your account is approved.{" "}
          <Link
            href={path}
            onClick={forget}
            className="-my-2.5 inline-flex min-h-11 items-center rounded-control font-semibold underline underline-offset-4"
          >
            Continue with your booking
          </Link>
        </p>
        <button
          type="button"
          onClick={forget}
          className="-my-2.5 ml-auto inline-flex min-h-11 shrink-0 items-center rounded-control px-2 underline underline-offset-4"
        >
          Not now
        </button>
      </div>
    </aside>
  );
}
