import type { PolicyKind } from "@nexby/contract/content/policies";
import { AdminFrame } from "../../../features/admin/screens/admin-frame.tsx";
import { PolicyEditor } from "../../../features/admin/screens/policy-editor.tsx";
import { PolicyPage } from "../../../features/content/policy-page.tsx";
import { usePageTitle } from "../../../lib/browser/document.ts";
import { KnownSession } from "../../known-session.tsx";

export const AdminTermsRoute = () => <AdminPolicy kind="terms" name="Terms and Conditions" />;

export const AdminPrivacyPolicyRoute = () => <AdminPolicy kind="privacy-policy" name="Privacy Policy" />;

type Props = { kind: PolicyKind; name: string };

/** Admins edit the next version; everyone else reads the active one. */
function AdminPolicy({ kind, name }: Props) {
  usePageTitle(`${name}: versions`);
  return (
    <KnownSession>
      {(user) =>
        user?.isAdmin ? (
          <AdminFrame user={user} title={name} text="A new version takes effect when you publish it.">
            <PolicyEditor kind={kind} />
          </AdminFrame>
        ) : (
          <PolicyPage kind={kind} name={name} />
        )
      }
    </KnownSession>
  );
}
