import { useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { CodeNotLoadedError, isAuthenticationError } from "../../lib/api/errors.ts";
import { reportError } from "../../lib/errors/error-log.ts";
import { BUTTON_STYLE } from "../ui/button.tsx";
import { LazyPart } from "../ui/loading.tsx";
import { AlertCard, ErrorCard } from "../ui/message-card.tsx";
import { PageHeading } from "./page-heading.tsx";

type Props = {
  children: ReactNode;
  /** Rendered on failure, except when signing in again may help. */
  instead: (tryAgain: () => void) => ReactNode;
  /** Called before the failed content is rendered again. */
  onRecovery?: () => void;
};

const loadSessionExpired = () => import("./session-expired.tsx").then((module) => module.SessionExpired);

type State = { failure: { error: unknown } | null; isRecovering?: boolean };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    reportError(isAuthenticationError(error) ? "authenticationBoundary" : "boundary", error);
  }

  override componentWillUnmount() {
    if (this.state.failure) this.props.onRecovery?.();
  }

  tryAgain = () => {
    if (this.state.failure?.error instanceof CodeNotLoadedError) return location.reload();
    this.setState({ isRecovering: true });
  };

  /** Before this update, React ended the failed content's effects, so that its queries count as inactive. */
  override componentDidUpdate() {
    if (!this.state.isRecovering) return;
    this.props.onRecovery?.();
    this.setState({ failure: null, isRecovering: false });
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (isAuthenticationError(failure.error))
      return <LazyPart load={loadSessionExpired} props={{ onTryAgain: this.tryAgain }} />;
    return this.props.instead(this.tryAgain);
  }
}

/** Keeps a page's failure from affecting the shell around it. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  // The page's data may have caused the failure, so it is fetched again.
  const clearData = () => client.removeQueries({ type: "inactive" });

  return (
    <ErrorBoundary
      onRecovery={clearData}
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

/** Shown when even the shell has failed, so it depends on nothing else. */
export function ApplicationError() {
  return (
    <main className="grid min-h-svh items-center px-4">
      <AlertCard
        icon={TriangleAlert}
        title={<PageHeading className="mt-5 text-2xl">Application Error</PageHeading>}
        text="An unexpected error occurred. Please try refreshing the page or contact support if the problem continues."
      >
        <button type="button" className={BUTTON_STYLE.primary} onClick={() => location.reload()}>
          Refresh Page
        </button>
      </AlertCard>
    </main>
  );
}
