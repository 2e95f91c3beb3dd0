import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useAction } from "../../../lib/use-action.ts";
import { askForReset } from "../api/security.ts";

/** Who has always signed in elsewhere has no current password to show; a mailed link proves as much. */
export function FirstPassword({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false);
  const asking = useAction(async (key) => {
    await askForReset(key, { email });
    setIsSent(true);
  });

  return (
    <div className="grid grid-cols-1 gap-4">
      <p>You have no password yet. We can mail you a link to set one.</p>
      {asking.problem && (
        <Notice look="problem" role="alert">
          {asking.problem}
        </Notice>
      )}
      <Button
        look="outline"
        className="w-full sm:w-max"
        isBusy={asking.isBusy}
        busyText="Sending..."
        onClick={() => void asking.run()}
      >
        Send link
      </Button>
      <div role="status">{isSent && <Notice look="success">We sent a link to {email}.</Notice>}</div>
    </div>
  );
}
