import { useEffect, useRef } from "react";
import { Notice } from "../../../components/ui/notice.tsx";

/** What was wanted cannot be done any more. What is on the page has been read again by now. */
export function TooLateNotice({ reason }: { reason: string }) {
  const notice = useRef<HTMLDivElement>(null);
  // Of the same thing tried again nobody needs to hear twice.
  useEffect(() => {
    if (reason) notice.current?.focus();
  }, [reason]);
  return (
    <Notice ref={notice} look="problem" role="alert" title="This is no longer possible" className="mb-5">
      {reason.replace(/\.?$/, ".")} This is how it stands now.
    </Notice>
  );
}
