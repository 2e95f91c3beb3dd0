import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { addRentalPhoto } from "@nexby/contract/bookings/condition";
import { tooLargeMessage } from "@nexby/contract/endpoint";
import { type ReportPhase, STAGE_OF_PHASE } from "@nexby/domain/condition/condition-reports";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { FILE_PREVIEW } from "../../components/photo-upload/photo-uploads.ts";
import { ApiError, isRetryable, NO_RESPONSE } from "../../lib/api/errors.ts";
import { newId, uploadFile } from "../../lib/api/upload-file.ts";
import { problemsOf } from "../../lib/form-errors.ts";
import { refreshBookings } from "../../lib/live-events.ts";
import { withQuery } from "../../lib/paths.ts";
import { toasts } from "../../lib/toasts.ts";
import { getCondition, sendReport } from "./api.ts";
import { sentCopy } from "./copy.ts";
import { type DraftState, deviceStore, hashOf, requestPersistence } from "./draft-store.ts";
import { ReportDraft } from "./report-draft.ts";

const { upload } = addRentalPhoto;

const OFFLINE = "You’re offline. We’ll send it when you’re back online.";

function explain(error: unknown): { message: string; canRetry: boolean } {
  const isOffline = error instanceof ApiError && error.status === NO_RESPONSE && !navigator.onLine;
  return { message: isOffline ? OFFLINE : (problemsOf(error, []).message ?? ""), canRetry: isRetryable(error) };
}

function newDraft({ id: bookingId, role }: BookingDetailView, phase: ReportPhase): ReportDraft {
  return new ReportDraft({
    // The role tells two people on one device apart.
    key: `${bookingId}:${role}:${phase}`,
    phase,
    store: deviceStore,
    sendPhoto: ({ id, shot, sha256, file }, watch) => {
      const facts = { stage: STAGE_OF_PHASE[phase], shot, sha256 };
      const path = withQuery(`/api/bookings/${bookingId}/photos/${id}`, facts);
      return uploadFile<typeof addRentalPhoto>(path, file, watch);
    },
    sendReport: (reportId, body) => sendReport(bookingId, reportId, body),
    hashOf,
    requestPersistence,
    newId,
    check: ({ size }) => (size > upload.maxBytes ? tooLargeMessage(upload) : null),
    explain,
    preview: FILE_PREVIEW,
  });
}

export type OpenDraft = { draft: ReportDraft; state: DraftState };

/**
 * The viewer's report of a phase, as this device has it. Sends what is left when the connection or the page comes back.
 * Null until it is read, and for admins.
 */
export function useReportDraft(booking: BookingDetailView, phase: ReportPhase): OpenDraft | null {
  const client = useQueryClient();
  const [draft, setDraft] = useState<ReportDraft | null>(null);
  const { id, role } = booking;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other changes of the booking don't concern the draft
  useEffect(() => {
    if (role === "admin") return;
    const opened = newDraft(booking, phase);
    opened.onSent = (condition, { verifiedCount, isWithoutCode }) => {
      client.setQueryData(getCondition(id).queryKey, condition);
      toasts.show({ title: "Report sent", description: sentCopy(verifiedCount, isWithoutCode) });
      void refreshBookings(client);
    };
    const show = () => document.visibilityState === "visible" && opened.resume();
    addEventListener("online", opened.resume);
    document.addEventListener("visibilitychange", show);
    void opened.load();
    setDraft(opened);
    return () => {
      removeEventListener("online", opened.resume);
      document.removeEventListener("visibilitychange", show);
      opened.close();
      setDraft(null);
    };
  }, [client, id, role, phase]);

  const state = useSyncExternalStore(draft?.subscribe ?? NOTHING, () => draft?.state() ?? null);
  return draft && state?.isLoaded ? { draft, state } : null;
}

const NOTHING = () => () => undefined;
