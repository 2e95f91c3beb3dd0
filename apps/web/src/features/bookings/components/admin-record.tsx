import type { BookingRecordView } from "@nexby/contract/admin/booking-record";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { PhotoGrid } from "../../../components/product/photo-grid.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { listStatusChanges, readBookingRecord } from "../api.ts";
import {
  changeSource,
  changeText,
  damagePhotoText,
  type Fact,
  fraudEntries,
  handoffFacts,
  peopleFacts,
  plannedTimeEntries,
  priceFacts,
  reportEntries,
  reportFacts,
  requestFacts,
  uploadText,
} from "../copy/record.ts";
import { PagePart } from "./booking-parts.tsx";

type Props = { bookingId: string; timezone: string };

/** For admins: what nobody else sees of a booking. Opening the record is written to the audit log. */
export function AdminRecord({ bookingId, timezone }: Props) {
  const [record, setRecord] = useState<BookingRecordView | null>(null);
  const opened = useRef<HTMLDivElement>(null);
  const reading = useMutationAction(async (key) => {
    setRecord(await readBookingRecord(bookingId)(key));
    opened.current?.focus({ preventScroll: true });
  });
  return (
    <>
      <PagePart title="Full record">
        <div ref={opened} tabIndex={-1} className="outline-none">
          {record ? (
            <Record record={record} />
          ) : (
            <>
              <p className="text-pretty text-muted">
                The request, prices, times, reports and photos as we stored them, with addresses and private notes. The
                audit log will say that you opened it.
              </p>
              <Button
                look="outline"
                isBusy={reading.isBusy}
                busyText="Opening..."
                className="mt-4 max-sm:w-full"
                onClick={() => void reading.run()}
              >
                Open the full record
              </Button>
            </>
          )}
          {reading.problem && (
            <Notice look="problem" role="alert" className="mt-4">
              {reading.problem}
            </Notice>
          )}
        </div>
      </PagePart>
      <StatusChanges bookingId={bookingId} timezone={timezone} />
    </>
  );
}

function Record({ record }: { record: BookingRecordView }) {
  const { request, timezone } = record;
  return (
    <div className="grid gap-6">
      {request && <Facts title="Request" facts={requestFacts(request, timezone)} />}
      <Facts title="Handoff now" facts={handoffFacts(record)} />
      <Facts title="Price now" facts={priceFacts(record)} />
      <Facts title="At the card provider" facts={peopleFacts(record)} />
      <Entries title="Planned times" entries={plannedTimeEntries(record)} />
      <Entries title="Condition reports" entries={reportEntries(record)}>
        <FactList facts={reportFacts(record)} />
      </Entries>
      <Photos title="Photos" photos={record.photos} timezone={timezone} textOf={() => null} />
      <Photos title="Damage photos" photos={record.damagePhotos} timezone={timezone} textOf={damagePhotoText} />
      <Entries title="Fraud checks" entries={fraudEntries(record)} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-t pt-5 first:border-t-0 first:pt-0">
      <h3 className="mb-2 font-semibold text-lg">{title}</h3>
      {children}
    </section>
  );
}

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-2 tabular-nums empty:hidden">
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-x-6 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <dt className="text-pretty text-muted max-sm:text-sm">{label}</dt>
          <dd className="min-w-0 whitespace-pre-line break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <Part title={title}>
      <FactList facts={facts} />
    </Part>
  );
}

type EntriesProps = { title: string; entries: ReturnType<typeof reportEntries>; children?: ReactNode };

function Entries({ title, entries, children }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <Part title={title}>
      {children}
      <ul className="mt-3 grid gap-4 first:mt-0">
        {entries.map((entry) => (
          <li key={entry.id} className="min-w-0">
            <p className="font-medium">{entry.title}</p>
            {entry.lines.map((line) => (
              <p key={line} className="whitespace-pre-line text-pretty break-words text-muted text-sm">
                {line}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Part>
  );
}

type Photo = BookingRecordView["photos"][number];
type PhotosProps<P extends Photo> = {
  title: string;
  photos: readonly P[];
  timezone: string;
  /** What a photo shows, if someone described it. */
  textOf: (photo: P) => string | null;
};

function Photos<P extends Photo>({ title, photos, timezone, textOf }: PhotosProps<P>) {
  if (photos.length === 0) return null;
  const shown = photos.map((photo, index) => ({ ...photo, url: photo.photoUrl, alt: `${title}, ${index + 1}` }));
  return (
    <Part title={title}>
      <PhotoGrid photos={shown} title={title} className="sm:grid-cols-5" />
      <ol className="mt-3 grid list-decimal gap-2 pl-5 text-sm">
        {photos.map((photo) => (
          <li key={photo.id} className="break-words">
            {textOf(photo) && <p>{textOf(photo)}</p>}
            <p className="text-muted">{uploadText(photo, timezone)}</p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** Newest first. */
function StatusChanges({ bookingId, timezone }: Props) {
  const pages = useInfiniteQuery(listStatusChanges(bookingId));
  const list = useRef<HTMLOListElement>(null);
  const changes = pages.data?.pages.flatMap((page) => page.body) ?? [];
  return (
    <PagePart title="Status changes">
      {pages.isPending && (
        <SkeletonArea label="Loading status changes">
          <SkeletonBar shape="control" className="h-32" />
        </SkeletonArea>
      )}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      <ol ref={list} className="grid gap-3">
        {changes.map((change) => (
          <li key={change.id} className="min-w-0">
            <p className="font-medium">{changeText(change)}</p>
            <p className="text-muted text-sm">{changeSource(change, timezone)}</p>
            {change.reason && <p className="whitespace-pre-line break-words text-sm">{change.reason}</p>}
          </li>
        ))}
      </ol>
      <ShowMore pages={pages} count={changes.length} list={list} problem="We couldn’t load earlier changes." />
    </PagePart>
  );
}
