import type { ExternalCalendarView } from "@nexby/contract/listings/owner-calendar";
import * as ownerCalendarContract from "@nexby/contract/listings/owner-calendar";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { timeAgo } from "../../../lib/dates.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { productNow } from "../../../lib/server-time.ts";
import {
  listExternalCalendars,
  refreshCalendar,
  removeCalendar,
  sendCalendarFile,
  subscribeCalendar,
  syncCalendar,
} from "../api.ts";
import { daysText } from "../calendar-days.ts";

const POLL_MS = 1_500;
const MAX_WAIT_MS = 30_000;
const MAX_CALENDARS = 5;

/** External calendars whose events block the listing. */
export function ExternalCalendars({ itemId }: { itemId: string }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { awaited, expectReading } = useAwaitedReading();
  const query = useQuery({
    ...listExternalCalendars(itemId),
    refetchInterval: ({ state }) => (isAnyBeingRead(state.data, awaited) ? POLL_MS : false),
  });
  const calendars = query.data ?? [];
  const readings = calendars.map(({ id, lastReadAt }) => `${id} ${lastReadAt}`).join();

  // Imported events block days, so refresh the calendar above.
  useEffect(() => {
    if (readings) void refreshCalendar(client);
  }, [client, readings]);

  const refresh = async () => {
    await client.invalidateQueries({ queryKey: listExternalCalendars(itemId).queryKey });
    await refreshCalendar(client);
  };

  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Imported calendars
      </h3>
      <p className="mt-1 text-muted text-sm">
        Events in these calendars block days here. We check subscribed calendars for changes every hour.
      </p>
      {query.isLoadingError && <ErrorCard onRetry={() => void query.refetch()} />}
      {calendars.length > 0 && (
        <ul aria-label="Imported calendars" className="mt-4 grid gap-3">
          {calendars.map((calendar) => (
            <ExternalCalendar
              key={calendar.id}
              calendar={calendar}
              isReading={isBeingRead(calendar, awaited)}
              onRefresh={() => expectReading(calendar)}
              onChanged={refresh}
              onGone={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      {query.data && calendars.length < MAX_CALENDARS && (
        <AddCalendar
          itemId={itemId}
          onAdded={async (calendar) => {
            if (calendar.url !== null) expectReading(calendar);
            await refresh();
          }}
        />
      )}
    </div>
  );
}

type AwaitedRead = { id: string; lastReadAt: string | null };

const isBeingRead = ({ id, lastReadAt }: ExternalCalendarView, awaited: AwaitedRead | null): boolean =>
  awaited?.id === id && awaited.lastReadAt === lastReadAt;

const isAnyBeingRead = (calendars: ExternalCalendarView[] | undefined, awaited: AwaitedRead | null): boolean =>
  calendars?.some((calendar) => isBeingRead(calendar, awaited)) ?? false;

/** A requested import is done when its `lastReadAt` changes; gives up waiting after a while. */
function useAwaitedReading() {
  const [awaited, setAwaited] = useState<AwaitedRead | null>(null);
  useEffect(() => {
    if (!awaited) return;
    const timer = setTimeout(() => setAwaited(null), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [awaited]);
  return { awaited, expectReading: ({ id, lastReadAt }: AwaitedRead) => setAwaited({ id, lastReadAt }) };
}

type Props = {
  calendar: ExternalCalendarView;
  isReading: boolean;
  onRefresh: () => void;
  onChanged: () => Promise<void>;
  onGone: () => void;
};

function ExternalCalendar({ calendar, isReading, onRefresh, onChanged, onGone }: Props) {
  const { id, name, url, lastProblem, conflicts } = calendar;
  const refreshAction = useMutationAction(async (key) => {
    onRefresh();
    await syncCalendar(key, id);
  });
  const remove = async (key: string) => {
    await removeCalendar(key, id);
    await onChanged();
  };

  return (
    <li className="rounded-control border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h4 className="break-words font-semibold">{name}</h4>
          <p className="break-words text-muted text-sm">
            {url === null ? "Uploaded file" : new URL(url).host} · {statusText(calendar, isReading)}
          </p>
        </div>
        <div className="flex w-full gap-3 *:flex-1 sm:w-auto sm:*:flex-none">
          {url !== null && (
            <Button
              look="outline"
              aria-label={`Refresh ${name}`}
              isBusy={refreshAction.isBusy || isReading}
              onClick={() => void refreshAction.run()}
            >
              Refresh
            </Button>
          )}
          <ConfirmButton
            label="Remove"
            title={`Remove ${name}?`}
            text="Days blocked by this calendar become available again."
            confirmLabel="Remove calendar"
            onConfirm={remove}
            onOpenerGone={onGone}
          />
        </div>
      </div>
      {(refreshAction.problem ?? lastProblem) && !isReading && (
        <Notice look="problem" className="mt-3">
          {refreshAction.problem ?? lastProblem}
        </Notice>
      )}
      {conflicts.length > 0 && (
        <div className="mt-3 rounded-control bg-warning-soft px-4 py-3 text-on-warning-soft">
          <p className="font-semibold">Events on days that are already booked here</p>
          <ul className="mt-1 text-sm">
            {conflicts.map((conflict) => (
              <li key={`${conflict.summary} ${conflict.startDate}`} className="break-words">
                {daysText(conflict)}: {conflict.summary}
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

function statusText({ lastReadAt, lastProblem, importedCount }: ExternalCalendarView, isReading: boolean): string {
  if (isReading) return "updating...";
  if (lastReadAt === null) return "not updated yet";
  const ago = timeAgo(lastReadAt, productNow());
  if (lastProblem) return `update failed ${ago}`;
  return `${importedCount} ${importedCount === 1 ? "event" : "events"}, updated ${ago}`;
}

type AddCalendarProps = { itemId: string; onAdded: (calendar: ExternalCalendarView) => Promise<void> };

/** By URL or as a file. */
function AddCalendar({ itemId, onAdded }: AddCalendarProps) {
  const add = useIntent(subscribeCalendar(itemId));
  return (
    <div className="mt-5 grid grid-cols-1 gap-5 border-line border-t pt-5">
      <Form
        label="Subscribe to a calendar"
        schema={ownerCalendarContract.subscribeCalendar.body}
        defaultValues={{ name: "", url: "" }}
        isEmptiedAfter
        onSubmit={async (values) => onAdded(await add(values))}
        className="grid grid-cols-1 gap-4 sm:grid-cols-2"
      >
        <TextField name="name" label="Name" hint="For example, Family calendar" autoComplete="off" />
        <TextField
          name="url"
          label="Calendar link"
          hint="Starts with https:// or webcal://"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <div className="sm:col-span-2">
          <SubmitButton look="outline" busyText="Subscribing..." className="w-full sm:w-auto">
            Subscribe
          </SubmitButton>
        </div>
      </Form>
      <CalendarFile itemId={itemId} onAdded={onAdded} />
    </div>
  );
}

function CalendarFile({ itemId, onAdded }: AddCalendarProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutationAction(async (key, file: File) => onAdded(await sendCalendarFile(key, itemId, file)));
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Reset so that the same file can be selected again.
    target.value = "";
    if (file) void upload.run(file);
  };

  return (
    <div>
      <p className="text-muted text-sm">Or import the events of a calendar file (.ics) once.</p>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".ics,text/calendar"
        aria-label="Calendar file"
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <Button
        look="outline"
        isBusy={upload.isBusy}
        busyText="Importing..."
        className="mt-3 w-full sm:w-auto"
        onClick={() => input.current?.click()}
      >
        <FileUp size={18} strokeWidth={1.75} aria-hidden="true" />
        Upload a file
      </Button>
      {upload.problem && (
        <Notice look="problem" role="alert" className="mt-3">
          {upload.problem}
        </Notice>
      )}
    </div>
  );
}
