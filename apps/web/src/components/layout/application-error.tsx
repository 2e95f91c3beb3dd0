import { TriangleAlert } from "lucide-react";
import { BUTTON_STYLE } from "../ui/button-style.ts";
import { MessageCard } from "../ui/message-card.tsx";
import { PageHeading } from "./page-heading.tsx";

/** When even the frame around the pages has failed. It needs nothing but itself. */
export function ApplicationError() {
  return (
    <main className="grid min-h-svh items-center px-4">
      <div role="alert" className="mx-auto w-full max-w-xl rounded-card border border-line bg-surface">
        <MessageCard
          picture={
            <span className="grid size-16 place-items-center rounded-full bg-danger-soft text-on-danger-soft">
              <TriangleAlert size={28} strokeWidth={1.75} aria-hidden="true" />
            </span>
          }
          title={<PageHeading className="mt-5 text-2xl">Application Error</PageHeading>}
          text="An unexpected error occurred. Please try refreshing the page or contact support if the problem continues."
        >
          <button type="button" className={BUTTON_STYLE.primary} onClick={() => location.reload()}>
            Refresh Page
          </button>
        </MessageCard>
      </div>
    </main>
  );
}
