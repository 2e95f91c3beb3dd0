import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { type AroundNavHandler, Route, Router, Switch, useLocation } from "wouter";
import { ApplicationError } from "../components/layout/application-error.tsx";
import { ErrorBoundary } from "../components/layout/error-boundary.tsx";
import { PageErrorBoundary } from "../components/layout/page-error-boundary.tsx";
import { Toaster } from "../components/ui/toaster.tsx";
import { rememberVisit } from "../lib/error-log/browser-log.ts";
import { useHeadingFocusOn } from "../lib/heading-focus.ts";
import { PageDataProvider } from "../lib/page-data.tsx";
import { useSessionChecks } from "../lib/session.ts";
import { RoutePage } from "./lazy-route.tsx";
import { PageFrame } from "./page-frame.tsx";
import { PAGES } from "./pages.ts";

type Props = {
  client: QueryClient;
  /** What to prerender. */
  ssrPath?: string;
  /** The address at which the server found nothing, although it looks like one of ours. */
  missingPath?: string;
};

/** The search is unknown to a prerendered page, so the first render must not know it either. */
const PRERENDERED_SEARCH = "";

/** Matches the pattern for everything else only. */
const NO_PAGE = "/no/such/page";

export function App({ client, ssrPath, missingPath }: Props) {
  return (
    <ErrorBoundary instead={() => <ApplicationError />}>
      <QueryClientProvider client={client}>
        <PageDataProvider>
          <SessionChecks />
          <Router ssrPath={ssrPath} ssrSearch={PRERENDERED_SEARCH} aroundNav={navigateToTop}>
            <PageFrame>
              <CurrentPage missingPath={missingPath} />
            </PageFrame>
          </Router>
        </PageDataProvider>
        <Toaster />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** A component of its own: what it hears of makes nothing else render. */
function SessionChecks() {
  useSessionChecks();
  return null;
}

function CurrentPage({ missingPath }: Pick<Props, "missingPath">) {
  const [path] = useLocation();
  useHeadingFocusOn(path);
  useEffect(() => rememberVisit(path), [path]);

  return (
    <PageErrorBoundary key={path}>
      <Switch location={path === missingPath ? NO_PAGE : path}>
        {PAGES.map(({ name, pattern, route }) => (
          <Route key={name} path={pattern}>
            <RoutePage route={route} />
          </Route>
        ))}
      </Switch>
    </PageErrorBoundary>
  );
}

/** A new page starts at its top; a filter of the same page stays, and going back is the browser's to restore. */
const navigateToTop: AroundNavHandler = (navigate, to, options) => {
  const before = location.pathname;
  navigate(to, options);
  if (location.pathname !== before) window.scrollTo(0, 0);
};
