import { LoaderCircle } from "lucide-react";

/** Covers the page below the header while nobody knows what may be shown. */
export function FullScreenSpinner() {
  return (
    <div role="status" className="fixed inset-0 z-10 grid place-items-center bg-canvas">
      <LoaderCircle size={36} strokeWidth={1.75} aria-hidden="true" className="animate-spin text-primary" />
      <span className="sr-only">Loading...</span>
    </div>
  );
}
