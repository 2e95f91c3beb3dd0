import type { signIn, signUp } from "@nexby/contract/accounts";
import type { getIdentityLink, getSignInOptions, linkIdentity } from "@nexby/contract/identity";
import type { requestPasswordReset, resetPassword } from "@nexby/contract/recovery";
import { queryOptions } from "@tanstack/react-query";
import { newKey } from "../../../lib/new-key.ts";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

export const createAccount = write<typeof signUp>("POST", "/api/auth/email-signup");
export const signInByEmail = write<typeof signIn>("POST", "/api/auth/email-signin");
export const askForReset = write<typeof requestPasswordReset>("POST", "/api/auth/password-reset");
export const choosePassword = write<typeof resetPassword>("POST", "/api/auth/password-reset/confirm");
export const connectIdentity = write<typeof linkIdentity>("POST", "/api/auth/identity-link");

export const signInOptions = () => read<typeof getSignInOptions>("/api/auth/options");

const previewLink = write<typeof getIdentityLink>("POST", "/api/auth/identity-link/preview");

/** A read that is a POST, because its code must not be in an address. */
export const identityLink = (code: string) =>
  queryOptions({
    queryKey: ["#identity-link", code],
    queryFn: () => previewLink(newKey(), { code }),
  });
