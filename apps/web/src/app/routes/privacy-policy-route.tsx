import { PolicyPage } from "../../features/policies/components/policy-page.tsx";
import { usePageTitle } from "../../lib/page-title.ts";

const NAME = "Privacy Policy";

export function PrivacyPolicyRoute() {
  usePageTitle(NAME);
  return <PolicyPage kind="privacy-policy" name={NAME} />;
}
