import { Component, type ReactNode } from "react";
import { isAuthenticationError } from "../../lib/auth-error.ts";
import { CodeNotLoadedError } from "../../lib/code-not-loaded.ts";
import { reportError } from "../../lib/error-log/browser-log.ts";
import { SessionExpired } from "./session-expired.tsx";

type Props = {
  children: ReactNode;
  /** What is shown instead, unless signing in again may help. */
  instead: (tryAgain: () => void) => ReactNode;
  /** What failed is about to be shown once more. */
  onRecovery?: () => void;
};

type State = { failure: { error: unknown } | null };

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
    this.props.onRecovery?.();
    this.setState({ failure: null });
  };

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (isAuthenticationError(failure.error)) return <SessionExpired onTryAgain={this.tryAgain} />;
    return this.props.instead(this.tryAgain);
  }
}
