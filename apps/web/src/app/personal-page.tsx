import type { CurrentUserView } from "@nexby/contract/accounts";
import type { ReactNode } from "react";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { SignedInOnly } from "./guards.tsx";

type Props = {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  children: (user: CurrentUserView) => ReactNode;
};

/** A page of a signed-in person: whose it is, what it is, and one thing to do. */
export function PersonalPage({ title, text, action, children }: Props) {
  usePageTitle(title);
  return (
    <SignedInOnly>
      {(user) => (
        <div className="page-width max-w-5xl pt-6 md:pt-12">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <div className="min-w-0 max-w-prose">
              <p className="truncate text-muted text-sm">{fullNameOf(user)}</p>
              <PageHeading>{title}</PageHeading>
              {text && <p className="mt-2 text-pretty text-muted">{text}</p>}
            </div>
            {action}
          </div>
          <div className="mt-6 md:mt-8">{children(user)}</div>
        </div>
      )}
    </SignedInOnly>
  );
}

const fullNameOf = ({ firstName, lastName, email }: CurrentUserView): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email;
