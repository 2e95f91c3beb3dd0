import type { PolicyKind } from "@nexby/contract/policies";
import { AdminFrame } from "../features/administration/components/admin-frame.tsx";
import { PolicyPage } from "../features/policies/components/policy-page.tsx";
import { PolicyEditor } from "../features/policy-editor/components/policy-editor.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { KnownSession } from "./known-session.tsx";

type Props = { kind: PolicyKind; name: string };

/** Everybody may read the text in force; administrators write the next one. */
export function AdminPolicy({ kind, name }: Props) {
  usePageTitle(`${name}: versions`);
  return (
    <KnownSession>
      {(user) =>
        user?.isAdmin ? (
          <AdminFrame user={user} title={name} text="A new version is in force once it is published, not before.">
            <PolicyEditor kind={kind} />
          </AdminFrame>
        ) : (
          <PolicyPage kind={kind} name={name} />
        )
      }
    </KnownSession>
  );
}
