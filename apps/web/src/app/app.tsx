import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { type AroundNavHandler, Route, Router, Switch, useLocation } from "wouter";
import { ApplicationError, ErrorBoundary, PageErrorBoundary } from "../components/layout/error-boundary.tsx";
import { useHeadingFocusOn } from "../components/layout/page-heading.tsx";
import { Shell } from "../components/layout/shell.tsx";
import { LazyPart } from "../components/ui/loading.tsx";
import { Toaster } from "../components/ui/toaster.tsx";
import { SearchBox } from "../features/search/components/search-box.tsx";
import { SearchOpener } from "../features/search/components/search-opener.tsx";
import { pageIdle } from "../lib/browser/document.ts";
import { useSignal } from "../lib/browser/signals.ts";
import { rememberVisit } from "../lib/errors/error-log.ts";
import { useSession, useSessionChecks } from "../lib/session.ts";
import { signInPrompt } from "../lib/sign-in-prompt.ts";
import { RoutePage } from "./lazy-route.tsx";
import { PageDataProvider } from "./page-data.tsx";
import { PAGES } from "./pages.ts";

type Props = {
  client: QueryClient;
  /** Path of the prerendered page. It stays the same while the page hydrates, even if the address changes. */
  ssrPath?: string;
  /** Path for which the server found no content although it matches one of our patterns. */
  missingPath?: string;
};

/** Prerendered pages don't know the query string, so the first render must not use it either. */
const PRERENDERED_SEARCH = "";

/** Matches only the catch-all pattern. */
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

/** Separate component, so that its state changes re-render nothing else. */
function SessionChecks() {
  useSessionChecks();
  const onDone = useSignal(signInPrompt);
  return onDone && <LazyPart load={loadSignInAgain} props={{ onDone }} />;
}

const loadSignInAgain = () =>
  import("../features/accounts/components/sign-in-again.tsx").then(
    (module) => module.SignInAgain,
    (error: unknown) => {
      signInPrompt.get()?.(false);
      throw error;
    },
  );

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

/** Scrolls to the top on a new page. A query change keeps the position, and the browser restores it on back. */
const navigateToTop: AroundNavHandler = (navigate, to, options) => {
  const before = location.pathname;
  navigate(to, options);
  if (location.pathname !== before) window.scrollTo(0, 0);
};

const loadBell = () => import("../features/notifications/components/bell.tsx").then((module) => module.Bell);

const loadLiveUpdates = () => import("./live-updates.tsx").then((module) => module.LiveUpdates);

function SignedInUpdates() {
  const { user } = useSession();
  return user && <LazyPart load={loadLiveUpdates} props={{}} isOptional />;
}

const loadTour = async () => {
  await pageIdle();
  return (await import("../features/tour/tour-host.tsx")).TourHost;
};

/** The results page asks where and when too. */
const WHERE_AND_WHEN = {
  load: () => import("../features/browse/components/where-and-when.tsx").then((module) => module.WhereAndWhen),
  props: {},
  fallback: <span className="w-56 shrink-0 xl:w-76" />,
};

function PageFrame({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <>
      <Shell
        search={<SearchBox parts={path === "/browse" && <LazyPart {...WHERE_AND_WHEN} />} />}
        searchBelow={<SearchBox />}
        searchOpener={<SearchOpener />}
        bell={<LazyPart load={loadBell} props={{}} />}
      >
        {children}
      </Shell>
      <SignedInUpdates />
      <LazyPart load={loadTour} props={{}} isOptional />
    </>
  );
}
