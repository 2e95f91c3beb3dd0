import { useQuery } from "@tanstack/react-query";
import { KeyRound, Mail } from "lucide-react";
import { Link } from "wouter";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { authPath, loginPath } from "../../../lib/auth-path.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { signInOptions } from "../api/auth.ts";
import { AuthPage, ModeLink } from "./auth-page.tsx";

export function AuthChoice({ returnTo }: { returnTo: string | null }) {
  const { data: options } = useQuery(signInOptions());
  const provider = options?.identityProvider;

  return (
    <AuthPage title={`Welcome to ${PRODUCT_NAME}`} text="Rent what you need from neighbors, and share what you have.">
      <div className="grid grid-cols-1 gap-3">
        <Link href={authPath("signup", returnTo)} className={BUTTON_STYLE.primary}>
          <Mail size={20} strokeWidth={1.75} aria-hidden="true" />
          Create an account with email
        </Link>
        {provider && (
          <a href={loginPath(returnTo)} className={BUTTON_STYLE.outline}>
            <KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />
            Continue with {provider.name}
          </a>
        )}
        <button type="button" disabled className={BUTTON_STYLE.outline}>
          Google sign-in coming soon
        </button>
      </div>
      <ModeLink mode="signin" returnTo={returnTo} question="Already have an account?">
        Sign in
      </ModeLink>
    </AuthPage>
  );
}
