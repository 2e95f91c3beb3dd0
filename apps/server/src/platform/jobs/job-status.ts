/** Live are pending and running; failed is dead: it stays visible and is not tried again. */
export const JOB_STATUSES = ["pending", "running", "completed", "failed", "canceled"] as const;

export const MAX_RETRIES = 3;

/** A job whose process died this often is taken for the cause. */
export const MAX_LEASE_LOSSES = 10;

const FIRST_RETRY_MS = 60_000;

/** 1, 4, 16 minutes: what is down for a moment is back, what is down for long is not hammered. */
export const retryDelayMs = (retryCount: number): number => FIRST_RETRY_MS * 4 ** retryCount;
