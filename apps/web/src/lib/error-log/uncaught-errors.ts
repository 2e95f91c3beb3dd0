import type { ReportError } from "./log.ts";

/** Reports what nobody caught, until the returned function is called. */
export function followUncaughtErrors(target: EventTarget, report: ReportError): () => void {
  // Scripts of other origins tell a message only.
  const onError = (event: Event) => {
    const { error, message } = event as ErrorEvent;
    report("uncaught", error ?? message);
  };
  const onRejection = (event: Event) => report("rejection", (event as PromiseRejectionEvent).reason);

  target.addEventListener("error", onError);
  target.addEventListener("unhandledrejection", onRejection);
  return () => {
    target.removeEventListener("error", onError);
    target.removeEventListener("unhandledrejection", onRejection);
  };
}
