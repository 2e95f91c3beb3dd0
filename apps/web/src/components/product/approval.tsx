import type { ApprovalView, getApproval } from "@nexby/contract/accounts/approval";
import type { ContactStep } from "@nexby/domain/accounts/approval";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { HOUR } from "@nexby/domain/kernel/duration";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "wouter";
import { read } from "../../lib/api/queries.ts";
import { keepForApproval } from "../../lib/approval-memory.ts";
import { formatMoment } from "../../lib/dates.ts";
import { productNow } from "../../lib/server-time.ts";
import { useSession } from "../../lib/session.ts";

const approvalQuery = () => read<typeof getApproval>("/api/auth/approval");

const CONTACTS: Record<ContactStep, string> = {
  email: "your email address",
  phone_number: "a phone number",
  phone: "your phone number",
};

type NextStep = { text: string; action: { label: string; path: string } | null };

/** The email's code is sent at once, because its address is known. */
const verifyPath = (steps: readonly ContactStep[]) =>
  steps.includes("email") ? "/verify-contact?send=email" : "/verify-contact";

/** What a new account needs before it can rent and list. Null once it is approved. */
export function nextStepOf(approval: ApprovalView, now: number): NextStep | null {
  const { isApproved, steps, isAutomatic, waitingSince, usualHours } = approval;
  if (isApproved) return null;
  const usually = `usually within ${countOf(usualHours, "hour")}`;
  if (steps.length > 0) {
    const then = isAutomatic ? "We’ll approve your account right away." : `Then we’ll review your account, ${usually}.`;
    const contacts = steps.map((step) => CONTACTS[step]).join(" and ");
    const what = steps.length > 1 ? "email and phone" : steps[0] === "email" ? "email" : "phone";
    return {
      text: `Verify ${contacts} to rent and list items. ${then}`,
      action: { label: `Verify ${what}`, path: verifyPath(steps) },
    };
  }
  const since = waitingSince ?? new Date(now).toISOString();
  const waiting = `We’ve had your account for review since ${formatMoment(since)}`;
  return now - Date.parse(since) > usualHours * HOUR
    ? {
        text: `${waiting}. It’s taking longer than usual.`,
        action: { label: "Contact us", path: "/help-center" },
      }
    : { text: `${waiting}. We’ll answer by email, ${usually}.`, action: null };
}

type Props = {
  /** Where to continue once the account is approved. */
  path?: string | null;
  /** Only the link, beside a notice that says the rest. */
  isShort?: boolean;
};

/** One line for users waiting for approval: what is missing, with a link to it. */
export function ApprovalStep({ path = null, isShort = false }: Props) {
  const { user, isConfirmed } = useSession();
  // A stored session may have ended. Asking as a visitor would lead to sign-in.
  const { data } = useQuery({ ...approvalQuery(), enabled: isConfirmed });
  const userId = user?.id;
  useEffect(() => {
    if (userId && path) keepForApproval(userId, path);
  }, [userId, path]);
  const step = data && nextStepOf(data, productNow());

  if (!step) return null;
  return (
    <>
      {!isShort && `${step.text} `}
      {step.action && (
        <Link
          href={step.action.path}
          className="-my-2.5 inline-flex min-h-11 items-center rounded-control font-semibold underline underline-offset-4"
        >
          {step.action.label}
        </Link>
      )}
    </>
  );
}
