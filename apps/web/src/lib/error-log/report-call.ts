import type { CallFailure } from "../client/send-request.ts";
import type { ReportError } from "./log.ts";

/** For the request client: each answer that is an error is reported. */
export const callReporter =
  (report: ReportError) =>
  ({ method, path, error, milliseconds }: CallFailure): void =>
    report("api", error, { request: { method, path, status: error.status, milliseconds } });
