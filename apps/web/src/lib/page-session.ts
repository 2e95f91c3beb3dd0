import { useState } from "react";
import { type Session, useSession } from "./session.ts";

/**
 * The session for what stays on screen. When it ends, the page keeps showing what it showed, because the user can sign
 * in again over it. What a stored session alone has shown is replaced: the server never confirmed it.
 */
export function usePageSession(): Session {
  const session = useSession();
  const { user, isConfirmed } = session;
  const [shown, setShown] = useState<Session["user"]>(null);
  if (user && isConfirmed && user !== shown) setShown(user);
  return user === null && shown ? { ...session, user: shown } : session;
}
