import { PolicyPage } from "../../features/policies/components/policy-page.tsx";
import { usePageTitle } from "../../lib/page-title.ts";

const NAME = "Terms and Conditions";

export function TermsRoute() {
  usePageTitle(NAME);
  return <PolicyPage kind="terms" name={NAME} />;
}
