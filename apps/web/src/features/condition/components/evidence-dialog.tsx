import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import {
  type BookingConditionView,
  type EvidenceView,
  openOriginalPhoto,
  verifyEvidence as verifyContract,
} from "@nexby/contract/bookings/condition";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { SmallError } from "../../../components/ui/message-card.tsx";
import { FULL_SHEET, Modal } from "../../../components/ui/modal.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { ScrollArea } from "../../../components/ui/scroll-area.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { browserClient } from "../../../lib/api/client.ts";
import { ApiError, NO_RESPONSE } from "../../../lib/api/errors.ts";
import { readResponse } from "../../../lib/api/read-response.ts";
import { requestInit } from "../../../lib/api/request.ts";
import { NOT_REACHED } from "../../../lib/api/send-request.ts";
import { useIntent } from "../../../lib/browser/intents.ts";
import { sessionMemory } from "../../../lib/browser/storage.ts";
import { momentIn } from "../../../lib/dates.ts";
import { warn } from "../../../lib/errors/log-session.ts";
import { storedToken } from "../../../lib/stored-session.ts";
import { verifyEvidence } from "../api.ts";
import {
  authorName,
  evidenceSummary,
  linkTitle,
  mailedRecordText,
  PROBLEM_COPY,
  photoCodeText,
  STATES,
  stateText,
} from "../copy.ts";

type Shown = { booking: BookingDetailView; condition: BookingConditionView };

/** Shows whether photos and reports are still as they were recorded, link by link. */
export function EvidenceDialog({ booking, condition, onClose }: Shown & { onClose: () => void }) {
  const [hash, setHash] = useState<string | null>(null);
  const { data: evidence, error, isFetching, refetch } = useQuery(verifyEvidence(booking.id, hash));
  return (
    <Modal title="Evidence" onClose={onClose} className={`${FULL_SHEET} sm:max-w-2xl`}>
      {/* Focusable, because nothing inside may be. */}
      <ScrollArea
        role="region"
        aria-label="Records"
        tabIndex={0}
        className="grid min-h-0 flex-1 content-start gap-4 px-5 pt-2 pb-6 -outline-offset-2"
      >
        <p className="text-pretty text-muted">
          Every photo, report, confirmation and claim has a digital fingerprint that includes the one before it, and a
          seal that only we can make. We just computed all of them again. If anything was changed later, it no longer
          matches.
        </p>
        {(!evidence || hash !== null) && error && !isFetching && <SmallError onRetry={() => void refetch()} />}
        {!evidence && (isFetching || !error) && (
          <SkeletonArea label="Checking every photo and record" size="small">
            <SkeletonBar shape="card" className="h-40" />
          </SkeletonArea>
        )}
        {evidence && (
          <Result evidence={evidence} booking={booking} condition={condition}>
            <FingerprintForm onSubmit={setHash} />
            {evidence.mailedRecord && <MailedRecord record={evidence.mailedRecord} />}
          </Result>
        )}
      </ScrollArea>
    </Modal>
  );
}

const NOTICES = { intact: "success", changed: "problem", not_checkable: "information" } as const;

function Result({ evidence, booking, condition, children }: Shown & { evidence: EvidenceView; children: ReactNode }) {
  const { state, links } = evidence;
  return (
    <>
      <Notice look={NOTICES[state]} role="status" title={STATES[state].title}>
        {evidenceSummary(evidence).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
      {children}
      <ol className="grid gap-3">
        {links.map((link) => (
          <Link key={link.position} link={link} booking={booking} condition={condition} />
        ))}
      </ol>
    </>
  );
}

/** The mails about reports, confirmations and claims show the fingerprint of their record. */
function FingerprintForm({ onSubmit }: { onSubmit: (hash: string | null) => void }) {
  return (
    <Form
      schema={verifyContract.query}
      label="Compare with an email"
      className="grid grid-cols-1 gap-3"
      onSubmit={async ({ hash = null }) => onSubmit(hash)}
    >
      <TextField
        name="hash"
        label="Fingerprint from an email"
        hint="We’ll check whether our records still contain everything up to that email."
        autoComplete="off"
      />
      <SubmitButton look="outline" busyText="Checking..." className="justify-self-start">
        Compare
      </SubmitButton>
    </Form>
  );
}

function MailedRecord({ record }: { record: NonNullable<EvidenceView["mailedRecord"]> }) {
  const { title, text } = mailedRecordText(record);
  return (
    <Notice look={record.position === null ? "problem" : "success"} role="status" title={title}>
      <p>{text}</p>
    </Notice>
  );
}

type LinkProps = Shown & { link: EvidenceView["links"][number] };

function Link({ link, booking, condition }: LinkProps) {
  const { position, byRole, at, sha256, state, problems, isRemoved, kind, subjectId } = link;
  const explanation = stateText(link);
  const codeShownAt =
    condition.photos.find(({ id }) => id === subjectId)?.codeShownAt ??
    condition.reports.find(({ id }) => id === subjectId)?.photoCode?.shownAt;
  return (
    <li className="rounded-control border border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">
          {position}. {linkTitle(link, condition, booking)}
        </p>
        <Badge look={STATES[state].look}>{STATES[state].badge}</Badge>
      </div>
      <p className="text-muted text-sm">
        {authorName(byRole, booking)}, {momentIn(at, booking.timezone)} · <span className="sr-only">Fingerprint </span>
        <code title={sha256}>{sha256.slice(0, 12)}</code>
      </p>
      {explanation && <p className="text-sm">{explanation}</p>}
      {codeShownAt && byRole !== "system" && <p className="text-sm">{photoCodeText(byRole, codeShownAt, booking)}</p>}
      {isRemoved && <p className="text-sm">The photo was deleted after the retention period. Its fingerprint stays.</p>}
      {problems.map((problem) => (
        <p key={problem} className="font-medium text-danger text-sm">
          {PROBLEM_COPY[problem]}
        </p>
      ))}
      {booking.role === "admin" && kind === "photo" && !isRemoved && (
        <OriginalForm bookingId={booking.id} photoId={subjectId} position={position} />
      )}
    </li>
  );
}

type OriginalProps = { bookingId: string; photoId: string; position: number };

/** Admins open an original only in a dispute and with a reason, which the audit log records. */
function OriginalForm({ bookingId, photoId, position }: OriginalProps) {
  const [isOpen, setIsOpen] = useState(false);
  const path = `/api/admin/bookings/${bookingId}/photos/${photoId}/original`;
  const download = useIntent((key, body: { reason: string }) => downloadFile(path, key, body, `original-${photoId}`));
  if (!isOpen) {
    return (
      <button
        type="button"
        aria-label={`Download the original of record ${position}`}
        className={`${BUTTON_STYLE.outline} mt-2 text-sm`}
        onClick={() => setIsOpen(true)}
      >
        Download original
      </button>
    );
  }
  return (
    <Form
      schema={openOriginalPhoto.body}
      label={`Original of record ${position}`}
      className="mt-2 grid grid-cols-1 gap-3"
      onSubmit={async ({ reason }) => {
        await download({ reason });
        setIsOpen(false);
      }}
    >
      <TextField name="reason" label="Reason" hint="The audit log records it." autoComplete="off" />
      <SubmitButton look="outline" busyText="Opening..." className="justify-self-start">
        Download original
      </SubmitButton>
    </Form>
  );
}

/** Posts the body and saves the file that the server answers with. A link could send neither the body nor the token. */
async function downloadFile(path: string, key: string, body: object, name: string): Promise<void> {
  const blob = await browserClient.withSession(path, async () => {
    const response = await post(path, key, body);
    if (!response.ok) await readResponse(response, warn);
    return response.blob();
  });
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

async function post(path: string, key: string, body: object): Promise<Response> {
  const headers = { "Idempotency-Key": key };
  const init = requestInit({ method: "POST", body: JSON.stringify(body), token: storedToken(sessionMemory), headers });
  try {
    return await fetch(path, init);
  } catch (error) {
    throw new ApiError({ status: NO_RESPONSE, message: NOT_REACHED, cause: error });
  }
}
