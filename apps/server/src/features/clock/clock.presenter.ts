import type { ClockJobsView, ClockView } from "@nexby/contract/clock";
import type { ClockState } from "./use-cases/get-clock.ts";
import type { ClockJobs } from "./use-cases/get-clock-jobs.ts";

export const presentClock = ({ now, aheadMs, canMove, journey }: ClockState): ClockView => ({
  now: now.toISOString(),
  aheadSeconds: Math.round(aheadMs / 1000),
  canMove,
  journey: journey && {
    from: journey.from.toISOString(),
    to: journey.to.toISOString(),
    aim: journey.aim.toISOString(),
  },
});

export const presentClockJobs = ({ next, ...jobs }: ClockJobs): ClockJobsView => ({
  ...jobs,
  next: next && { jobType: next.jobType, at: next.at.toISOString() },
});
