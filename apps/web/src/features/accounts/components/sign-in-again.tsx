import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import * as accountsContract from "@nexby/contract/accounts/accounts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { EmailField, PasswordField } from "../../../components/forms/text-fields.tsx";
import { BUTTON_STYLE, Button, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { browserClient } from "../../../lib/api/client.ts";
import { CURRENT_USER_PATH } from "../../../lib/api/request.ts";
import { useIntent } from "../../../lib/browser/intents.ts";
import { loginPath } from "../../../lib/paths.ts";
import { keepCurrentUser } from "../../../lib/session.ts";
import { savePasswordSignIn, saveProviderSignIn, signInMethodOf } from "../../../lib/sign-in-method.ts";
import { followSignIns, SIGNED_IN_WINDOW } from "../../../lib/signed-in-window.ts";
import { lastSeen, userIn } from "../../../lib/stored-session.ts";
import { getSignInOptions, signIn } from "../api.ts";
import { TopDialog } from "./top-dialog.tsx";

type Props = { onDone: (isSignedIn: boolean) => void };

/** Opens over the page when the session has ended. Requests wait for it, and everything on the page stays. */
export function SignInAgain({ onDone }: Props) {
  const client = useQueryClient();
  const [before] = useState(lastSeen.user);
  const { data: options, isPending } = useQuery(getSignInOptions());
  const [isEveryWayShown, showEveryWay] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const popup = useRef<Window | null>(null);

  const accept = (user: CurrentUserView) => {
    // Another account must not send what this one has typed.
    if (user.id !== before?.id) return location.reload();
    keepCurrentUser(client, user);
    onDone(true);
  };
  useSignInElsewhere(isWaiting, (user) => {
    if (isWaiting) saveProviderSignIn();
    popup.current?.close();
    accept(user);
  });

  const provider = options?.identityProvider;
  const method = before && !isEveryWayShown ? signInMethodOf(before.id) : null;
  const hasPasswordForm = method !== "provider" || !(provider || isPending);
  const hasProvider = provider && method !== "password";

  return (
    <TopDialog
      title="Sign in to continue"
      text="Your session has ended. Sign in again, and we’ll pick up where you left off. Everything on this page is still here."
      onClose={() => onDone(false)}
    >
      <div className="mt-5 grid grid-cols-1 gap-3">
        {hasPasswordForm && <PasswordForm email={before?.email ?? ""} onSignedIn={accept} />}
        {hasProvider && (
          <ProviderLink
            name={provider.name}
            isMain={!hasPasswordForm}
            isOpen={isWaiting}
            onOpen={(opened) => {
              popup.current = opened;
              setIsWaiting(true);
            }}
          />
        )}
        {provider && method && (
          <button type="button" className={`${TEXT_LINK_STYLE} justify-center`} onClick={() => showEveryWay(true)}>
            Other sign-in options
          </button>
        )}
        <Button look="outline" onClick={() => onDone(false)}>
          Leave without signing in
        </Button>
      </div>
    </TopDialog>
  );
}

type PasswordProps = { email: string; onSignedIn: (user: CurrentUserView) => void };

function PasswordForm({ email, onSignedIn }: PasswordProps) {
  const enter = useIntent(signIn);

  return (
    <Form
      schema={accountsContract.signIn.body}
      defaultValues={{ email }}
      failureTitle="Sign In Failed"
      label="Sign in"
      onSubmit={async (values) => {
        const { user } = await enter(values);
        savePasswordSignIn(user.id);
        onSignedIn(user);
      }}
    >
      <EmailField name="email" label="Email" autoComplete="username" />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <SubmitButton busyText="Signing in...">Sign In</SubmitButton>
    </Form>
  );
}

const POLL_MS = 2_000;

/** Notices a sign-in in another window: when it says so, when this page gets the focus again, and while it is waited for. */
function useSignInElsewhere(isWaiting: boolean, onSignedIn: (user: CurrentUserView) => void): void {
  const accept = useRef(onSignedIn);
  useLayoutEffect(() => {
    accept.current = onSignedIn;
  });

  useEffect(() => {
    let isOver = false;
    const check = async () => {
      const user = await readCurrentUser();
      if (!user || isOver) return;
      isOver = true;
      accept.current(user);
    };
    const stopFollowing = followSignIns(check);
    addEventListener("focus", check);
    const timer = isWaiting ? setInterval(check, POLL_MS) : undefined;
    return () => {
      isOver = true;
      stopFollowing();
      removeEventListener("focus", check);
      clearInterval(timer);
    };
  }, [isWaiting]);
}

/** Null while nobody has signed in, also without a connection. */
const readCurrentUser = (): Promise<CurrentUserView | null> =>
  browserClient.attempt({ url: CURRENT_USER_PATH, isOptional: true }).then(
    ({ body }) => userIn(body),
    () => null,
  );

type ProviderProps = { name: string; isMain: boolean; isOpen: boolean; onOpen: (window: Window | null) => void };

/** The provider's pages open in a window of their own: leaving this page would lose what was typed. */
function ProviderLink({ name, isMain, isOpen, onOpen }: ProviderProps) {
  const path = loginPath(SIGNED_IN_WINDOW);

  const openWindow = (event: MouseEvent) => {
    const opened = open(path, "_blank", "popup,width=480,height=720");
    // Where windows are blocked, the link opens a tab.
    if (opened) event.preventDefault();
    onOpen(opened);
  };

  return (
    <>
      <a
        href={path}
        target="_blank"
        rel="noopener opener"
        className={isMain ? BUTTON_STYLE.primary : BUTTON_STYLE.outline}
        onClick={openWindow}
      >
        <KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />
        Continue with {name}
      </a>
      <p role="status" className="text-center text-muted text-sm empty:hidden">
        {isOpen && `Sign in to ${name} in the window that opened. We’ll continue here.`}
      </p>
    </>
  );
}
