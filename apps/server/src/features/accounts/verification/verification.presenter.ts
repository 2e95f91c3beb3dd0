import type { ResponseOf } from "@nexby/contract/endpoint";
import type { getVerifications, sendVerificationCode } from "@nexby/contract/recovery";
import type { Verification } from "./use-cases/get-verifications.ts";

/** Never the code itself: that is for the mailbox or the phone alone. */
export const presentCodeSent = (code: {
  expiresAt: Date;
  resendAt: Date;
}): ResponseOf<typeof sendVerificationCode> => ({
  expiresAt: code.expiresAt.toISOString(),
  resendAt: code.resendAt.toISOString(),
});

export const presentVerification = ({
  target,
  verifiedAt,
  pending,
}: Verification): ResponseOf<typeof getVerifications>["email"] => ({
  target,
  verifiedAt: verifiedAt?.toISOString() ?? null,
  pending: pending && presentCodeSent(pending),
});
