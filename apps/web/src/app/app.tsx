import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type AroundNavHandler, Route, Router, Switch, useLocation } from "wouter";
import { ErrorBoundary } from "../components/layout/error-boundary.tsx";
import { Shell } from "../components/layout/shell.tsx";
import { useHeadingFocusOn } from "../lib/heading-focus.ts";
import { PageDataProvider } from "../lib/page-data.tsx";
import { RoutePage } from "./lazy-route.tsx";
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
    <QueryClientProvider client={client}>
      <PageDataProvider>
        <Router ssrPath={ssrPath} ssrSearch={PRERENDERED_SEARCH} aroundNav={navigateToTop}>
          <Shell>
            <CurrentPage missingPath={missingPath} />
          </Shell>
        </Router>
      </PageDataProvider>
    </QueryClientProvider>
  );
}

function CurrentPage({ missingPath }: Pick<Props, "missingPath">) {
  const [path] = useLocation();
  useHeadingFocusOn(path);

  return (
    <ErrorBoundary key={path}>
      <Switch location={path === missingPath ? NO_PAGE : path}>
        {PAGES.map(({ name, pattern, route }) => (
          <Route key={name} path={pattern}>
            <RoutePage route={route} />
          </Route>
        ))}
      </Switch>
    </ErrorBoundary>
  );
}

/** A new page starts at its top; a filter of the same page stays, and going back is the browser's to restore. */
const navigateToTop: AroundNavHandler = (navigate, to, options) => {
  const before = location.pathname;
  navigate(to, options);
  if (location.pathname !== before) window.scrollTo(0, 0);
};
