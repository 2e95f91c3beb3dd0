import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { useIsRestoring } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { BUTTON_STYLE } from "../components/ui/button.tsx";
import { FullScreenSpinner } from "../components/ui/loading.tsx";
import { MessageCard } from "../components/ui/message-card.tsx";
import { usePageSession } from "../lib/page-session.ts";
import { authPath } from "../lib/paths.ts";

/** Waits until the session is known, which a prerendered page cannot know. Passes null for a visitor. */
export function KnownSession({ children }: { children: (user: CurrentUserView | null) => ReactNode }) {
  const { user, isError } = usePageSession();
  const isRestoring = useIsRestoring();
  if (isRestoring || (user === undefined && !isError)) return <FullScreenSpinner />;
  return children(user ?? null);
}

type Props = { picture: string; title: string; text: ReactNode; returnTo: string };

/** For public pages whose content requires signing in. */
export function SignInFirst({ picture, title, text, returnTo }: Props) {
  return (
    <div className="page-width py-8 md:py-16">
      <MessageCard
        picture={<img src={picture} alt="" width={96} height={96} />}
        title={<PageHeading className="mt-5 text-2xl md:text-3xl">{title}</PageHeading>}
        text={text}
      >
        <Link href={authPath("signin", returnTo)} className={BUTTON_STYLE.primary}>
          Sign In
        </Link>
        <Link href={authPath("signup", returnTo)} className={BUTTON_STYLE.outline}>
          Create an account
        </Link>
      </MessageCard>
    </div>
  );
}
