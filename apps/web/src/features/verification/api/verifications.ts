import type { updateProfile } from "@nexby/contract/profile";
import type { confirmVerificationCode, getVerifications, sendVerificationCode } from "@nexby/contract/recovery";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

export type Channel = "email" | "phone";

export const verifications = () => read<typeof getVerifications>("/api/auth/verifications");
export const sendCode = write<typeof sendVerificationCode>("POST", "/api/auth/verifications");
export const confirmCode = write<typeof confirmVerificationCode>("POST", "/api/auth/verifications/confirm");
export const changePhoneNumber = write<typeof updateProfile>("PATCH", "/api/profile");
