import { CloudOff, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { BUTTON_STYLE, Button } from "./button.tsx";

type MessageCardProps = { picture: ReactNode; title?: ReactNode; text: ReactNode; children: ReactNode };

/** Picture, sentence and next step, for empty, missing or failed content. */
export function MessageCard({ picture, title, text, children }: MessageCardProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {picture}
      {title}
      <p className="mt-3 text-balance text-muted">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}

const TONES = { danger: "bg-danger-soft text-on-danger-soft", warning: "bg-warning-soft text-on-warning-soft" };

type AlertCardProps = Omit<MessageCardProps, "picture"> & { icon: LucideIcon; tone?: keyof typeof TONES };

export function AlertCard({ icon: Icon, tone = "danger", ...message }: AlertCardProps) {
  return (
    <div role="alert" className="mx-auto w-full max-w-xl rounded-card border border-line bg-surface">
      <MessageCard
        picture={
          <span className={`grid size-16 place-items-center rounded-full ${TONES[tone]}`}>
            <Icon size={28} strokeWidth={1.75} aria-hidden="true" />
          </span>
        }
        {...message}
      />
    </div>
  );
}

type ErrorCardProps = { heading?: (text: string) => ReactNode; onRetry: () => void };

const TITLE = "Something went wrong";
const CHECK_CONNECTION = "Check your connection and try again.";

export function ErrorCard({ heading, onRetry }: ErrorCardProps) {
  return (
    <AlertCard
      icon={CloudOff}
      title={heading ? heading(TITLE) : <h2 className="mt-5 display-type text-2xl">{TITLE}</h2>}
      text={`We couldn’t load this page. ${CHECK_CONNECTION}`}
    >
      <button type="button" className={BUTTON_STYLE.primary} onClick={onRetry}>
        Try Again
      </button>
      <button type="button" className={BUTTON_STYLE.outline} onClick={() => location.reload()}>
        Refresh Page
      </button>
    </AlertCard>
  );
}

/** For a part of a page that is too small for the card. */
export function SmallError({ onRetry }: Pick<ErrorCardProps, "onRetry">) {
  return (
    <div role="alert" className="grid h-full place-content-center justify-items-center gap-3 p-4 text-center">
      <p className="text-balance text-muted">We couldn’t load this. {CHECK_CONNECTION}</p>
      <Button look="outline" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
