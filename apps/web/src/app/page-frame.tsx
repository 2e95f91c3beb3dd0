import type { ReactNode } from "react";
import { Shell } from "../components/layout/shell.tsx";
import { LazyPart } from "../components/ui/lazy-part.tsx";
import { SearchBox } from "../features/search/components/search-box.tsx";
import { SearchOpener } from "../features/search/components/search-opener.tsx";
import { pageIdle } from "../lib/page-idle.ts";

const loadBell = () => import("../features/notifications/components/bell.tsx").then((module) => module.Bell);

const loadTour = async () => {
  await pageIdle();
  return (await import("../features/onboarding/components/tour-host.tsx")).TourHost;
};

/** What stands around every page. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <Shell search={<SearchBox />} searchOpener={<SearchOpener />} bell={<LazyPart load={loadBell} props={{}} />}>
        {children}
      </Shell>
      <LazyPart load={loadTour} props={{}} isOptional />
    </>
  );
}
