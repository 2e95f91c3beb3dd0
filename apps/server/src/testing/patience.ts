const MINUTE = 60_000;

/** Limits of tests only end a hang: no test may depend on how fast the machine is. Waits end as soon as they can. */
export const PATIENCE = {
  /** An integration or browser test, or one of its hooks. */
  integrationTestMs: 10 * MINUTE,
  /** A unit or component test, or one of its hooks. */
  unitTestMs: 5 * MINUTE,
  /** A start, or a wait for a state. */
  waitMs: 5 * MINUTE,
};
