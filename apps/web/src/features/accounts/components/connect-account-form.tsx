import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import * as accountsContract from "@nexby/contract/accounts/accounts";
import { useQuery } from "@tanstack/react-query";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { PasswordField } from "../../../components/forms/text-fields.tsx";
import { FullScreenSpinner } from "../../../components/ui/loading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { PRODUCT_NAME } from "../../../lib/browser/document.ts";
import { useIntent } from "../../../lib/browser/intents.ts";
import { identityLink, linkIdentity } from "../api.ts";
import { AuthPage, ModeLink, QuietModeLink } from "./auth-page.tsx";

type Props = { code: string | null; onSignedIn: (user: CurrentUserView, returnTo: string) => void };

export function ConnectAccountForm({ code, onSignedIn }: Props) {
  const { data: link, error } = useQuery({ ...identityLink(code ?? ""), enabled: code !== null });
  const connect = useIntent(linkIdentity);
  if (!code || error) return <NoLink problem={error?.message ?? "This link is incomplete. Please sign in again."} />;
  if (!link) return <FullScreenSpinner />;

  return (
    <AuthPage
      title={`Connect ${link.providerName}?`}
      text={
        <>
          There’s already an account for <strong className="break-words text-ink">{link.email}</strong>. Once connected,
          you can also sign in with {link.providerName}.
        </>
      }
      links={
        <QuietModeLink mode="signin" returnTo={null}>
          Sign in without connecting
        </QuietModeLink>
      }
    >
      <Form
        schema={accountsContract.linkIdentity.body}
        defaultValues={{ code }}
        failureTitle="Sign In Failed"
        onSubmit={async (values) => {
          const { user, returnTo } = await connect(values);
          onSignedIn(user, returnTo);
        }}
      >
        {link.needsPassword && (
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            hint={`Enter your ${PRODUCT_NAME} password to confirm that the account is yours`}
          />
        )}
        <SubmitButton busyText="Connecting...">Connect and sign in</SubmitButton>
      </Form>
    </AuthPage>
  );
}

function NoLink({ problem }: { problem: string }) {
  return (
    <AuthPage title="Nothing to connect">
      <Notice look="problem">{problem}</Notice>
      <ModeLink mode="choice" returnTo={null}>
        Start over
      </ModeLink>
    </AuthPage>
  );
}
