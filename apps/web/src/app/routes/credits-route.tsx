import { Credits } from "../../features/content/credits.tsx";
import { usePageTitle } from "../../lib/browser/document.ts";

export function CreditsRoute() {
  usePageTitle("Credits");
  return (
    <div className="page-width pt-8 md:pt-12">
      <Credits />
    </div>
  );
}
