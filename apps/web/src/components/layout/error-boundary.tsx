import { Component, type ReactNode } from "react";
import { CodeNotLoadedError } from "../../lib/code-not-loaded.ts";
import { ErrorCard } from "../ui/error-card.tsx";
import { PageHeading } from "./page-heading.tsx";

type State = { failure: { error: unknown } | null };

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  tryAgain = () => {
    if (this.state.failure?.error instanceof CodeNotLoadedError) location.reload();
    else this.setState({ failure: null });
  };

  override render() {
    if (!this.state.failure) return this.props.children;
    return (
      <div className="page-width py-16">
        <ErrorCard
          heading={(text) => <PageHeading className="mt-5 text-2xl">{text}</PageHeading>}
          onRetry={this.tryAgain}
        />
      </div>
    );
  }
}
