import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { CONTROL_STYLE } from "../../../components/ui/filter-field.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { getCalendarFeed, rotateCalendarFeed } from "../api.ts";
import { ExternalCalendars } from "./external-calendars.tsx";

type Props = { itemId: string; title: string };

/** The listing's feed for other calendars, and external calendars imported into it. */
export function CalendarSync({ itemId, title }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 id={heading} className="font-semibold text-lg">
        Other calendars
      </h2>
      <p className="mt-1 break-words text-muted text-sm">
        Keep {title} in sync with Google Calendar, Apple Calendar, Outlook or another platform (iCal).
      </p>
      <div className="mt-5 grid grid-cols-1 gap-8">
        <FeedAddress itemId={itemId} />
        <ExternalCalendars itemId={itemId} />
      </div>
    </section>
  );
}

/** URL of the listing's calendar feed. */
function FeedAddress({ itemId }: { itemId: string }) {
  const id = useId();
  const client = useQueryClient();
  const { data: feed, isLoadingError } = useQuery(getCalendarFeed(itemId));
  const [copied, setCopied] = useState<"done" | "failed" | null>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(feed?.url ?? "");
      setCopied("done");
    } catch {
      setCopied("failed");
    }
  };
  const renew = async (key: string) => {
    client.setQueryData(getCalendarFeed(itemId).queryKey, await rotateCalendarFeed(key, itemId));
    setCopied(null);
  };

  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        This listing’s calendar link
      </label>
      <p className="mt-1 text-muted text-sm">
        Add this link to another calendar to see when the item is booked. Anyone with the link can see the dates, but
        not who booked.
      </p>
      {isLoadingError && (
        <Notice look="problem" className="mt-3">
          We couldn’t load the link.
        </Notice>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <input
          id={id}
          readOnly
          value={feed?.url ?? ""}
          onFocus={({ target }) => target.select()}
          className={`${CONTROL_STYLE} flex-1 basis-64 text-ellipsis`}
        />
        <div className="flex flex-1 gap-3 *:flex-1 sm:flex-none">
          <Button look="outline" disabled={!feed} onClick={() => void copy()}>
            {copied === "done" ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
            {copied === "done" ? "Copied" : "Copy"}
          </Button>
          <ConfirmButton
            label="Replace"
            title="Replace this calendar link?"
            text="The old link stops working right away. Add the new one to your other calendars."
            confirmLabel="Replace link"
            onConfirm={renew}
          />
        </div>
      </div>
      <p role="status" className="mt-2 text-muted text-sm empty:hidden">
        {copied === "done" && "Link copied."}
        {copied === "failed" && "We couldn’t copy the link. Please select it and copy it yourself."}
      </p>
    </div>
  );
}
