import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorCard } from "../ui/error-card.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { PageHeading } from "./page-heading.tsx";

/** Keeps the trouble of one page from the frame around it. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  // What the page has read may be why it failed: it is read anew.
  const forgetData = () => client.removeQueries({ type: "inactive" });

  return (
    <ErrorBoundary
      onRecovery={forgetData}
      instead={(tryAgain) => (
        <div className="page-width py-16">
          <ErrorCard
            heading={(text) => <PageHeading className="mt-5 text-2xl">{text}</PageHeading>}
            onRetry={tryAgain}
          />
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
