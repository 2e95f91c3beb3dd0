import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { BookingConditionView } from "@nexby/contract/bookings/condition";
import { lastReports, PICKUP_PHASE, type ReportPhase } from "@nexby/domain/condition/condition-reports";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { BadgeCheck, Check, Circle } from "lucide-react";
import { useId, useRef, useState } from "react";
import { PhotoGrid } from "../../../components/product/photo-grid.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { formatDay, momentIn } from "../../../lib/dates.ts";
import { photosOf } from "../condition-facts.ts";
import {
  CONDITIONS,
  confirmationTexts,
  confirmLabel,
  draftText,
  phaseTitle,
  photoCodeText,
  piecesText,
  recordTitle,
  reportTitle,
  storageText,
} from "../copy.ts";
import type { DraftState } from "../draft-store.ts";
import type { OpenDraft } from "../use-report-draft.ts";
import { PhotoCodeButton } from "./photo-code.tsx";

const loadConfirmation = () => import("./confirm-condition.tsx").then((module) => module.ConfirmCondition);

type Shown = { booking: BookingDetailView; condition: BookingConditionView };

type Props = Shown & { phase: ReportPhase; draft: OpenDraft | null; onReport: () => void };

export function ConditionCard({ phase, booking, condition, draft, onReport }: Props) {
  const heading = useId();
  const place = useRef<HTMLElement>(null);
  const title = phaseTitle(phase, booking);
  const { allowed, knownMarks } = condition;
  const reports = lastReports(condition.reports, phase);
  const isOwnThere = reports.some(({ byRole }) => byRole === booking.role);
  const unsent = draft && draftText(draft.state);
  const focusCard = () => place.current?.focus({ preventScroll: true });
  const label = unsent ? "Continue your report" : isOwnThere ? "Report again" : "Report condition";

  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby={heading}
      className="grid min-w-0 scroll-mt-24 gap-4 rounded-card border border-line bg-surface p-5 outline-none"
    >
      <h2 id={heading} className="display-type text-lg">
        {title}
      </h2>
      {phase === PICKUP_PHASE && knownMarks.length > 0 && <KnownMarks marks={knownMarks} />}
      {reports.length === 0 && (
        <p className="text-muted">Nobody has reported the condition yet. Photos protect both of you.</p>
      )}
      {reports.length > 1 && <OnRecord phase={phase} condition={condition} booking={booking} />}
      {reports.map((report) => (
        <Report key={report.id} report={report} condition={condition} booking={booking} />
      ))}
      {reports.length > 0 && <Confirmations phase={phase} condition={condition} booking={booking} />}
      <div role="status" className="empty:hidden">
        {unsent && <UnsentNotice text={unsent} state={draft.state} />}
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {(allowed.report.includes(phase) || unsent) && (
          <Button look="outline" aria-label={`${label}: ${title}`} className="max-sm:w-full" onClick={onReport}>
            {label}
          </Button>
        )}
        {draft?.state.isQueued && (
          <Button look="outline" className="max-sm:w-full" onClick={draft.draft.resume}>
            Send now
          </Button>
        )}
        <PhotoCodeButton phase={phase} booking={booking} phases={allowed.report} onGone={focusCard} />
        <ConfirmButton phase={phase} condition={condition} booking={booking} onGone={focusCard} />
      </div>
    </section>
  );
}

function UnsentNotice({ text, state }: { text: string; state: DraftState }) {
  const storage = storageText(state);
  return (
    <Notice look={state.problem === null ? "information" : "problem"}>
      <p>{text}</p>
      {storage && <p className="mt-1">{storage}</p>}
    </Notice>
  );
}

function KnownMarks({ marks }: { marks: BookingConditionView["knownMarks"] }) {
  return (
    <div className="rounded-control bg-subtle px-4 py-3 text-sm">
      <h3 className="font-semibold">Known marks</h3>
      <p className="text-muted">From earlier rentals. Nobody pays for these again.</p>
      <ul className="mt-2 list-disc pl-5">
        {marks.map(({ id, description, agreedAt }) => (
          <li key={id} className="break-words">
            {description} <span className="text-muted">({formatDay(agreedAt)})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Two reports can differ, and one of them counts. */
function OnRecord({ phase, condition, booking }: PhaseProps) {
  const recorded = condition.recorded[phase];
  if (!recorded) return null;
  const { label, look } = CONDITIONS[recorded.condition];
  return (
    <div className="rounded-control bg-subtle px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{recordTitle(phase, booking)}</span>
        <Badge look={look}>{label}</Badge>
      </p>
      {recorded.notes && <p className="mt-1 whitespace-pre-line break-words">{recorded.notes}</p>}
    </div>
  );
}

type ReportProps = Shown & { report: BookingConditionView["reports"][number] };

function Report({ report, condition, booking }: ReportProps) {
  const heading = useId();
  const { label, look } = CONDITIONS[report.condition];
  const title = reportTitle(report.byRole, booking);
  const earlier = condition.reports.filter(
    ({ id, byRole, phase }) => id !== report.id && byRole === report.byRole && phase === report.phase,
  ).length;

  return (
    <article aria-labelledby={heading} className="grid min-w-0 gap-2 border-line border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={heading} className="font-semibold">
          {title}
        </h3>
        <Badge look={look}>{label}</Badge>
      </div>
      <p className="text-muted text-sm">
        {momentIn(report.createdAt, booking.timezone)}
        {earlier > 0 && ` · Replaces ${countOf(earlier, "earlier report")}`}
      </p>
      {report.photoCode && (
        <p className="flex gap-1.5 text-on-success-soft text-sm">
          <BadgeCheck size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
          <span className="text-pretty">{photoCodeText(report.byRole, report.photoCode.shownAt, booking)}</span>
        </p>
      )}
      {report.notes && <p className="whitespace-pre-line break-words">{report.notes}</p>}
      <ReportPhotos report={report} condition={condition} title={title} />
      {report.pieces && (
        <p className="break-words text-sm">
          <b>Pieces:</b> {piecesText(report.pieces, booking.price.pieces)}
        </p>
      )}
      {report.marks.length > 0 && (
        <div className="text-sm">
          <h4 className="font-semibold">Marks</h4>
          <ul className="list-disc pl-5">
            {report.marks.map(({ id, description, photoId, agreedAt }) => (
              <li key={id} className="break-words">
                {description}
                <span className="text-muted">
                  {photoId !== null && ` · Photo ${report.photoIds.indexOf(photoId) + 1}`}
                  {agreedAt !== null && " · Both agreed"}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </article>
  );
}

type ReportPhotosProps = Pick<ReportProps, "report" | "condition"> & { title: string };

function ReportPhotos({ report, condition, title }: ReportPhotosProps) {
  const photos = photosOf(condition, report.photoIds);
  if (photos.length === 0) return <p className="text-muted text-sm">No photos</p>;
  const shown = photos.filter(({ isRemoved }) => !isRemoved);
  const nameOf = (photo: (typeof photos)[number]) => {
    const label = condition.shots.find(({ code }) => code === photo.shot)?.label;
    return `Photo ${shown.indexOf(photo) + 1}${label ? `: ${label}` : ""}`;
  };
  const named = photos.map((photo) => ({ ...photo, alt: nameOf(photo) }));
  return <PhotoGrid photos={named} title={title} className="sm:grid-cols-4" />;
}

type PhaseProps = Shown & { phase: ReportPhase };

function Confirmations({ phase, condition, booking }: PhaseProps) {
  return (
    <ul className="grid gap-1 border-line border-t pt-4 text-sm">
      {confirmationTexts(condition, phase, booking).map(({ text, isDone }) => {
        const Icon = isDone ? Check : Circle;
        return (
          <li key={text} className="flex gap-2">
            <Icon
              size={18}
              strokeWidth={2}
              aria-hidden="true"
              className={`mt-px shrink-0 ${isDone ? "text-on-success-soft" : "text-muted"}`}
            />
            {text}
          </li>
        );
      })}
    </ul>
  );
}

function ConfirmButton({ phase, condition, booking, onGone }: PhaseProps & { onGone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  const open = () => {
    setIsRequested(true);
    setIsOpen(true);
  };
  // The dialog outlives its button, so that it can close and move the focus.
  return (
    <>
      {condition.allowed.confirm.includes(phase) && (
        <Button look="outline" className="max-sm:w-full" onClick={open}>
          {confirmLabel(phase)}
        </Button>
      )}
      {isRequested && (
        <LazyPart
          load={loadConfirmation}
          props={{ phase, condition, booking, isOpen, onGone, onClose: () => setIsOpen(false) }}
        />
      )}
    </>
  );
}
