import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { BookingConditionView } from "@nexby/contract/bookings/condition";
import { REPORT_PHASES, type ReportPhase } from "@nexby/domain/condition/condition-reports";
import { useQuery } from "@tanstack/react-query";
import { Columns2, ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart, SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { SmallError } from "../../../components/ui/message-card.tsx";
import { pageIdle } from "../../../lib/browser/document.ts";
import { getCondition } from "../api.ts";
import { comparablePairs } from "../condition-facts.ts";
import { draftText } from "../copy.ts";
import { useReportDraft } from "../use-report-draft.ts";
import { ConditionCard } from "./condition-card.tsx";

const loadSheet = () => import("./report-sheet.tsx").then((module) => module.ReportSheet);
const loadComparison = () => import("./comparison.tsx").then((module) => module.Comparison);
const loadEvidence = () => import("./evidence-dialog.tsx").then((module) => module.EvidenceDialog);

/** A report to open, why the person needs it, and what follows once the server has it. */
export type ReportRequest = { phase: ReportPhase; reason: string | null; onSent?: () => void };

type Props = {
  booking: BookingDetailView;
  /** Our team decides about the handoff, so nobody reports as if it went on. */
  isStopped: boolean;
  asked: ReportRequest | null;
  onAsk: (request: ReportRequest | null) => void;
};

/** The item's condition at pickup and at return, as both people reported it. */
export function ConditionSection({ booking, isStopped, asked, onAsk }: Props) {
  const { data, error, refetch } = useQuery(getCondition(booking.id));
  const condition = data && isStopped ? { ...data, allowed: { report: [], photos: [], confirm: [] } } : data;

  if (!condition && error) {
    return (
      <section aria-label="Condition" className="rounded-card border border-line bg-surface">
        <SmallError onRetry={() => void refetch()} />
      </section>
    );
  }
  if (!condition) {
    return (
      <SkeletonArea label="Loading condition reports" size="small">
        <SkeletonBar shape="card" className="h-40" />
      </SkeletonArea>
    );
  }
  return (
    <div className="grid min-w-0 gap-4 empty:hidden">
      {REPORT_PHASES.map((phase) => (
        <Phase key={phase} phase={phase} {...{ booking, condition, asked, onAsk }} />
      ))}
      <ConditionTools condition={condition} booking={booking} />
    </div>
  );
}

type PhaseProps = Omit<Props, "isStopped"> & { condition: BookingConditionView; phase: ReportPhase };

function Phase({ phase, booking, condition, asked, onAsk }: PhaseProps) {
  const open = useReportDraft(booking, phase);
  const place = useRef<HTMLDivElement>(null);
  const { allowed, reports } = condition;
  const canReport = allowed.report.includes(phase);
  const hasReports = reports.some((report) => report.phase === phase);
  const hasDraft = open !== null && draftText(open.state) !== null;

  // Loaded before it is needed, because the connection may be gone by then.
  useEffect(() => {
    if (canReport)
      void pageIdle()
        .then(loadSheet)
        .catch(() => undefined);
  }, [canReport]);

  const close = () => {
    onAsk(null);
    // A dialog that led here is gone and can't take the focus back.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    });
  };

  if (!canReport && !hasReports && !hasDraft) return null;
  const sheet = open &&
    asked?.phase === phase && { ...open, booking, condition, phase, reason: asked.reason, onSent: asked.onSent };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <ConditionCard
        phase={phase}
        booking={booking}
        condition={condition}
        draft={open}
        onReport={() => onAsk({ phase, reason: null })}
      />
      {sheet && <LazyPart load={loadSheet} props={{ ...sheet, onClose: close }} />}
    </div>
  );
}

function ConditionTools({ condition, booking }: Pick<PhaseProps, "condition" | "booking">) {
  const [tool, setTool] = useState<"comparison" | "evidence" | null>(null);
  const pairs = comparablePairs(condition);
  const close = () => setTool(null);
  if (condition.headSha256 === null) return null;

  return (
    <div className="flex flex-wrap gap-3">
      {pairs.length > 0 && (
        <Button look="outline" className="max-sm:w-full" onClick={() => setTool("comparison")}>
          <Columns2 size={18} strokeWidth={1.75} aria-hidden="true" />
          Compare photos
        </Button>
      )}
      <Button look="outline" className="max-sm:w-full" onClick={() => setTool("evidence")}>
        <ShieldCheck size={18} strokeWidth={1.75} aria-hidden="true" />
        Evidence
      </Button>
      {tool === "comparison" && pairs.length > 0 && (
        <LazyPart load={loadComparison} props={{ pairs, booking, onClose: close }} />
      )}
      {tool === "evidence" && <LazyPart load={loadEvidence} props={{ condition, booking, onClose: close }} />}
    </div>
  );
}
