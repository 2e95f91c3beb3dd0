import type { ClockJobsView } from "@nexby/contract/admin/operations";
import { useQuery } from "@tanstack/react-query";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { formatMoment } from "../../../lib/dates.ts";
import { countOf } from "../../../lib/format.ts";
import { getClockJobs } from "../api.ts";

const BUSY_MS = 1_000;
const QUIET_MS = 10_000;

type Props = { hasMoved: boolean; isMoving: boolean };

/** Jobs triggered by the last clock move, updated while they run. */
export function JobReport({ hasMoved, isMoving }: Props) {
  const {
    data: jobs,
    isLoadingError,
    refetch,
  } = useQuery({
    ...getClockJobs(),
    refetchInterval: ({ state }) => (isMoving || (state.data?.unfinished ?? 0) > 0 ? BUSY_MS : QUIET_MS),
  });

  if (isLoadingError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!jobs) {
    return (
      <SkeletonArea label="Loading jobs">
        <SkeletonBar shape="card" className="h-40" />
      </SkeletonArea>
    );
  }
  return (
    <section aria-labelledby="jobs" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="jobs" className="display-type text-xl">
          Jobs
        </h2>
        <JobStatus jobs={jobs} isMoving={isMoving} />
      </div>
      {hasMoved ? <JobSummary jobs={jobs} /> : <p className="text-muted">The clock hasn’t been moved yet.</p>}
      <p className="text-muted">
        {jobs.next
          ? `Next: ${jobCopy(jobs.next.jobType)}, ${formatMoment(jobs.next.at)}`
          : "Only routine jobs are scheduled."}
      </p>
    </section>
  );
}

function JobStatus({ jobs, isMoving }: { jobs: ClockJobsView; isMoving: boolean }) {
  if (jobs.unfinished > 0) return <Badge look="waiting">{countOf(jobs.unfinished, "job")} left</Badge>;
  return isMoving ? <Badge look="waiting">Moving</Badge> : <Badge look="good">All done</Badge>;
}

function JobSummary({ jobs: { kinds, failures, recurringRuns } }: { jobs: ClockJobsView }) {
  const total = kinds.reduce((sum, { completed, failed }) => sum + completed + failed, 0);
  return (
    <>
      <p>
        {total > 0 && `${countOf(total, "job")} and `}
        {countOf(recurringRuns, "routine job")} ran since the clock was moved.
      </p>
      {kinds.length > 0 && (
        <Table
          caption="Jobs since the clock was moved"
          keyOf={({ jobType }) => jobType}
          rows={kinds}
          columns={[
            { title: "Job", cell: ({ jobType }) => <span className="font-medium">{jobCopy(jobType)}</span> },
            { title: "Done", cell: ({ completed }) => completed.toLocaleString("en-US"), isNumber: true },
            { title: "Failed", cell: ({ failed }) => <Failed count={failed} />, isNumber: true },
          ]}
        />
      )}
      {failures.length > 0 && (
        <Notice look="problem" title={`${countOf(failures.length, "job")} failed`}>
          <ul>
            {failures.map(({ id, jobType, reason, isTriedAgain }) => (
              <li key={id} className="break-words">
                {jobCopy(jobType)}: {reason || "unknown reason"}
                {isTriedAgain && " (we’ll try again)"}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

const Failed = ({ count }: { count: number }) =>
  count === 0 ? "0" : <strong className="text-danger">{count.toLocaleString("en-US")}</strong>;

/** "expire_request" is "Expire request". */
export function jobCopy(jobType: string): string {
  const text = jobType.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
