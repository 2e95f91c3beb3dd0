import * as passwordsContract from "@nexby/contract/accounts/passwords";

import type { ResponseOf } from "@nexby/contract/endpoint";
import { useQueryClient } from "@tanstack/react-query";
import { Mail, Smartphone } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { CodeField } from "../../../components/forms/text-fields.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { formatDay, useSecondsUntil } from "../../../lib/dates.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { realNow } from "../../../lib/server-time.ts";
import { keepCurrentUser } from "../../../lib/session.ts";
import { type Channel, confirmVerificationCode, listVerifications, sendVerificationCode } from "../api.ts";

type ContactState = ResponseOf<typeof passwordsContract.listVerifications>[Channel];

/** What the account still needs is shown beside the page. */
export const APPROVAL_KEY = ["/api/auth/approval"];

const CHANNELS = {
  email: { title: "Email address", Icon: Mail },
  phone: { title: "Phone number", Icon: Smartphone },
};

type ContactCardProps = {
  channel: Channel;
  contact: ContactState;
  /** Control to change the address or number. */
  change: ReactNode;
  /** Sends a code when the page opens, unless one is on its way. */
  sendsAtOnce?: boolean;
};

/** An email address or phone number with its verification. */
export function ContactCard({ channel, contact, change, sendsAtOnce = false }: ContactCardProps) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, Icon } = CHANNELS[channel];
  const { target, verifiedAt, pending } = contact;
  const sending = useMutationAction(async (key) => {
    const sent = await sendVerificationCode(key, { channel });
    client.setQueryData(
      listVerifications().queryKey,
      (old) => old && { ...old, [channel]: { ...old[channel], pending: sent } },
    );
  });

  const isToSend = useRef(sendsAtOnce && target !== null && !verifiedAt && !pending);
  useEffect(() => {
    if (isToSend.current) void sending.run();
    isToSend.current = false;
  });

  return (
    <section aria-labelledby={`${channel}-heading`} className="rounded-card border border-line bg-surface p-5 md:p-6">
      <div className="flex items-start gap-4">
        <Icon size={24} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 ref={heading} id={`${channel}-heading`} tabIndex={-1} className="font-semibold text-lg outline-none">
              {title}
            </h2>
            <Badge look={verifiedAt ? "good" : "waiting"}>{verifiedAt ? "Verified" : "Not verified"}</Badge>
          </div>
          {target && <p className="mt-0.5 break-words text-muted">{target}</p>}
          {verifiedAt && <p className="mt-0.5 text-muted text-sm">Verified on {formatDay(verifiedAt)}</p>}
        </div>
      </div>
      {target && !verifiedAt && (
        <div className="mt-5 grid grid-cols-1 gap-4">
          {sending.problem && (
            <Notice look="problem" role="alert">
              {sending.problem}
            </Notice>
          )}
          {pending ? (
            <CodeForm
              // A new code resets the input for the old one.
              key={pending.expiresAt}
              channel={channel}
              pending={pending}
              onResend={() => void sending.run()}
              isResending={sending.isBusy}
              onVerified={() => heading.current?.focus()}
            />
          ) : (
            <Button
              look="outline"
              className="w-full sm:w-max"
              isBusy={sending.isBusy}
              busyText="Sending..."
              onClick={() => void sending.run()}
            >
              Send code
            </Button>
          )}
        </div>
      )}
      {change}
    </section>
  );
}

type CodeFormProps = {
  channel: Channel;
  pending: { expiresAt: string; resendAt: string };
  onResend: () => void;
  isResending: boolean;
  onVerified: () => void;
};

function CodeForm({ channel, pending, onResend, isResending, onVerified }: CodeFormProps) {
  const client = useQueryClient();
  const confirm = useIntent(confirmVerificationCode);
  const seconds = useSecondsUntil(pending.resendAt, realNow);

  return (
    <Form
      schema={passwordsContract.confirmVerificationCode.body}
      defaultValues={{ channel, code: "" }}
      fieldOfCode={{ wrong_code: "code", code_expired: "code" }}
      label={channel === "email" ? "Verify email address" : "Verify phone number"}
      onSubmit={async (values) => {
        keepCurrentUser(client, await confirm(values));
        void client.invalidateQueries({ queryKey: APPROVAL_KEY });
        await client.invalidateQueries({ queryKey: listVerifications().queryKey });
        onVerified();
      }}
    >
      <CodeField
        name="code"
        label="Verification code"
        hint={channel === "email" ? "The six-digit code we emailed you" : "The six-digit code we texted you"}
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
