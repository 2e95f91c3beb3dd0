import { createHmac, timingSafeEqual } from "node:crypto";
import { codeDigits, codeMessage } from "@nexby/domain/handoffs/handoff-code";

/**
 * Keys of time-based one-time codes are derived from the server's secret instead of stored, so that a copy of the
 * database can't compute them. The name says what a code is for, so that none is accepted for anything else.
 */
export const deriveCodeKey = (secret: string, name: string): Buffer =>
  createHmac("sha256", secret).update(name).digest();

/** Whether the entered digits are those that a key shows in a minute, compared in constant time. */
export const codeMatcher =
  (key: Buffer, entered: string) =>
  (step: number): boolean => {
    const digits = codeDigits(createHmac("sha256", key).update(codeMessage(step)).digest());
    return timingSafeEqual(Buffer.from(digits), Buffer.from(entered));
  };
