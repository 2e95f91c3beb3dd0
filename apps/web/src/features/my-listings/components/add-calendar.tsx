import type { ExternalCalendarView } from "@nexby/contract/listings/owner-calendar";
import * as ownerCalendarContract from "@nexby/contract/listings/owner-calendar";
import { FileUp } from "lucide-react";
import { type ChangeEvent, useId, useRef } from "react";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { sendCalendarFile, subscribeCalendar } from "../api.ts";

type Props = { itemId: string; onAdded: (calendar: ExternalCalendarView) => Promise<void> };

/** By URL or as a file. */
export function AddCalendar({ itemId, onAdded }: Props) {
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

function CalendarFile({ itemId, onAdded }: Props) {
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
