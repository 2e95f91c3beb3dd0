import type { CurrentUserView } from "@nexby/contract/accounts";
import { useIsRestoring } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FullScreenSpinner } from "../components/ui/full-screen-spinner.tsx";
import { useSession } from "../lib/session.ts";

/** Waits until it is known who is there, which a prerendered page does not. Null is a visitor. */
export function KnownSession({ children }: { children: (user: CurrentUserView | null) => ReactNode }) {
  const { user, isError } = useSession();
  const isRestoring = useIsRestoring();
  if (isRestoring || (user === undefined && !isError)) return <FullScreenSpinner />;
  return children(user ?? null);
}
