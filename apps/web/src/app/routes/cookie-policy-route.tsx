import { PolicyPage } from "../../features/policies/components/policy-page.tsx";
import { usePageTitle } from "../../lib/page-title.ts";

const NAME = "Cookie Policy";

export function CookiePolicyRoute() {
  usePageTitle(NAME);
  return <PolicyPage kind="cookie-policy" name={NAME} />;
}
