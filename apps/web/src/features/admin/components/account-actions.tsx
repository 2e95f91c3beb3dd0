import type { AccountView } from "@nexby/contract/admin/accounts";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { ACCOUNT_ACTIONS, type AccountAction, accountName } from "../copy.ts";

/** Whether the account's email and phone are verified. */
export function VerificationBadges({ account }: { account: AccountView }) {
  return (
    <ul className="flex flex-wrap gap-2">
      <li>
        <VerificationBadge isVerified={account.emailVerifiedAt !== null} label="Email" />
      </li>
      <li>
        <VerificationBadge isVerified={account.phoneVerifiedAt !== null} label="Phone" />
      </li>
    </ul>
  );
}

function VerificationBadge({ isVerified, label }: { isVerified: boolean; label: string }) {
  return <Badge look={isVerified ? "good" : "plain"}>{`${label} ${isVerified ? "verified" : "not verified"}`}</Badge>;
}

type Props = {
  action: AccountAction;
  account: AccountView;
  onDone: (message: string) => Promise<void>;
  onOpenerGone: () => void;
};

/** Confirms the action and asks for a reason, which is stored. */
export function AccountActionButton({ action, account, onDone, onOpenerGone }: Props) {
  const name = accountName(account);
  const { label, title, text } = ACCOUNT_ACTIONS[action];

  return (
    <DialogButton label={label} name={`${label} ${name}`} title={title(name)} text={text} onOpenerGone={onOpenerGone}>
      {(close) => <ReasonForm action={action} account={account} onDone={(message) => onDone(message).then(close)} />}
    </DialogButton>
  );
}

type ReasonFormProps = Pick<Props, "action" | "account" | "onDone">;

function ReasonForm({ action, account, onDone }: ReasonFormProps) {
  const { schema, send, done, label, busyText, look, isReasonOptional, reasonHint } = ACCOUNT_ACTIONS[action];
  const submit = useIntent((key, body: { reason: string }) => send(account.id)(key, body));

  return (
    <Form
      schema={schema}
      className="mt-5 grid grid-cols-1 gap-6"
      onSubmit={async (values) => {
        await submit(values as { reason: string });
        await onDone(done(accountName(account)));
      }}
    >
      <TextAreaField
        name="reason"
        label={isReasonOptional ? "Reason (optional)" : "Reason"}
        hint={reasonHint}
        isOptional={isReasonOptional}
      />
      <DialogButtons>
        <SubmitButton look={look} busyText={busyText}>
          {label}
        </SubmitButton>
      </DialogButtons>
    </Form>
  );
}
