import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";

type Environment = PaymentsPort["environment"];
export type Act = "open" | "charge" | "capture" | "void" | "refund" | "transfer" | "reversal";

/** Names one act on one row, and which try of it: written down before the provider hears it. */
export const keyFor = (environment: Environment, id: string, act: Act, attempt: number): string =>
  `${environment}:${id}:${act}:${attempt}`;

/** The provider forgets a key after a day; an hour early is early enough to be sure. */
const KEY_LIFE_MS = 23 * 3_600_000;

/** From then on the key protects nothing: only what was looked up counts. */
export const isForgotten = ({ firstTriedAt }: { firstTriedAt: Date | null }, now: Date): boolean =>
  firstTriedAt !== null && now.getTime() - firstTriedAt.getTime() > KEY_LIFE_MS;
