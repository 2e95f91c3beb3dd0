import type { ExternalCalendarView } from "@nexby/contract/owner-calendar";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/confirm-button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { timeAgo } from "../../../lib/relative-time.ts";
import { productNow } from "../../../lib/server-time.ts";
import { useAction } from "../../../lib/use-action.ts";
import { readAgain, unfollow } from "../api/calendar.ts";
import { daysInWords } from "../calendar/month.ts";

type Props = {
  calendar: ExternalCalendarView;
  isReading: boolean;
  onRefresh: () => void;
  onChanged: () => Promise<void>;
  onGone: () => void;
};

export function ExternalCalendar({ calendar, isReading, onRefresh, onChanged, onGone }: Props) {
  const { id, name, url, lastProblem, conflicts } = calendar;
  const again = useAction(async (key) => {
    onRefresh();
    await readAgain(key, id);
  });
  const remove = async (key: string) => {
    await unfollow(key, id);
    await onChanged();
  };

  return (
    <li className="rounded-control border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h4 className="break-words font-semibold">{name}</h4>
          <p className="break-words text-muted text-sm">
            {url === null ? "Uploaded file" : new URL(url).host} · {standing(calendar, isReading)}
          </p>
        </div>
        <div className="flex w-full gap-3 *:flex-1 sm:w-auto sm:*:flex-none">
          {url !== null && (
            <Button
              look="outline"
              aria-label={`Refresh ${name}`}
              isBusy={again.isBusy || isReading}
              onClick={() => void again.run()}
            >
              Refresh
            </Button>
          )}
          <ConfirmButton
            label="Remove"
            title={`Remove ${name}?`}
            text="The days it takes become free again."
            confirmLabel="Remove calendar"
            onConfirm={remove}
            onOpenerGone={onGone}
          />
        </div>
      </div>
      {(again.problem ?? lastProblem) && !isReading && (
        <Notice look="problem" className="mt-3">
          {again.problem ?? lastProblem}
        </Notice>
      )}
      {conflicts.length > 0 && (
        <div className="mt-3 rounded-control bg-warning-soft px-4 py-3 text-on-warning-soft">
          <p className="font-semibold">On days that are booked here already</p>
          <ul className="mt-1 text-sm">
            {conflicts.map((conflict) => (
              <li key={`${conflict.summary} ${conflict.startDate}`} className="break-words">
                {daysInWords(conflict)}: {conflict.summary}
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

function standing({ lastReadAt, lastProblem, importedCount }: ExternalCalendarView, isReading: boolean): string {
  if (isReading) return "reading...";
  if (lastReadAt === null) return "not read yet";
  const ago = timeAgo(lastReadAt, productNow());
  if (lastProblem) return `could not be read ${ago}`;
  return `${importedCount} ${importedCount === 1 ? "appointment" : "appointments"}, read ${ago}`;
}
