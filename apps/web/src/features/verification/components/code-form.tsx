import { confirmVerificationCode } from "@nexby/contract/recovery";
import { useQueryClient } from "@tanstack/react-query";
import { CodeField } from "../../../components/forms/code-field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { useIntent } from "../../../lib/intents.ts";
import { realNow } from "../../../lib/server-time.ts";
import { keepCurrentUser } from "../../../lib/session.ts";
import { useSecondsUntil } from "../../../lib/use-seconds-until.ts";
import { type Channel, confirmCode, verifications } from "../api/verifications.ts";

type Props = {
  channel: Channel;
  pending: { expiresAt: string; resendAt: string };
  onResend: () => void;
  isResending: boolean;
  onVerified: () => void;
};

export function CodeForm({ channel, pending, onResend, isResending, onVerified }: Props) {
  const client = useQueryClient();
  const confirm = useIntent(confirmCode);
  const seconds = useSecondsUntil(pending.resendAt, realNow);

  return (
    <Form
      schema={confirmVerificationCode.body}
      defaultValues={{ channel, code: "" }}
      fieldOfCode={{ wrong_code: "code", code_expired: "code" }}
      label={channel === "email" ? "Verify email address" : "Verify phone number"}
      onSubmit={async (values) => {
        keepCurrentUser(client, await confirm(values));
        await client.invalidateQueries({ queryKey: verifications().queryKey });
        onVerified();
      }}
    >
      <CodeField
        name="code"
        label="Verification code"
        hint={channel === "email" ? "The six digits we mailed you" : "The six digits we sent to your phone"}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busyText="Verifying...">Verify</SubmitButton>
        <Button
          look="outline"
          disabled={seconds > 0}
          isBusy={isResending}
          busyText="Sending..."
          className="tabular-nums"
          onClick={onResend}
        >
          {seconds > 0 ? `Send a new code in ${seconds} s` : "Send a new code"}
        </Button>
      </div>
    </Form>
  );
}
