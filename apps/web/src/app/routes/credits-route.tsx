import { Credits } from "../../features/credits/components/credits.tsx";
import { usePageTitle } from "../../lib/page-title.ts";

export function CreditsRoute() {
  usePageTitle("Credits");
  return (
    <div className="page-width pt-8 md:pt-12">
      <Credits />
    </div>
  );
}
