/** Only ends a hang: everything waits for a state, however slow the machine is. */
export const TIME_LIMIT_MS = 5 * 60_000;
