import type { HelpMessageView } from "@nexby/contract/support";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import mailbox from "../../../assets/mailbox.webp";
import { Badge } from "../../../components/ui/badge.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";

const STATUSES: Record<HelpMessageView["status"], string> = {
  open: "Open",
  in_progress: "In progress",
  resolved: "Resolved",
  closed: "Closed",
};

type Props = { message: HelpMessageView; isSignedIn: boolean; onWriteAnother: () => void };

/** Takes the place of the form, and its focus. */
export function SentMessage({ message, isSignedIn, onWriteAnother }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className="grid justify-items-start gap-4">
      <img src={mailbox} alt="" width={72} height={72} />
      <div>
        <h3 ref={heading} tabIndex={-1} className="display-type text-xl outline-none">
          Your message was sent
        </h3>
        <p className="mt-1 break-words text-muted">We have “{message.subject}”. The answer comes by email.</p>
      </div>
      <Badge look="waiting">{STATUSES[message.status]}</Badge>
      <div className="flex flex-wrap gap-3">
        {isSignedIn && (
          <Link href="/my-support" className={BUTTON_STYLE.primary}>
            See my messages
          </Link>
        )}
        <Button look="outline" onClick={onWriteAnother}>
          Write another
        </Button>
      </div>
    </div>
  );
}
