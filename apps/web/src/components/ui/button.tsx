import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes, MouseEvent } from "react";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: keyof typeof BUTTON_STYLE;
  isBusy?: boolean;
  busyText?: string;
};

/** While busy, ignores clicks but keeps the focus, which a disabled button would lose. */
export function Button({
  look = "primary",
  isBusy = false,
  busyText,
  className = "",
  onClick,
  children,
  ...rest
}: Props) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };

  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={click}
      className={`${BUTTON_STYLE[look]} ${className}`}
    >
      {isBusy && <LoaderCircle size={18} aria-hidden="true" className="animate-spin" />}
      {isBusy && busyText ? busyText : children}
    </button>
  );
}

const SHAPE =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-5 font-semibold transition-colors duration-120 disabled:opacity-60 aria-busy:opacity-60";

/** Styles of buttons and of links that look like buttons. The primary style is for the main action of a view. */
export const BUTTON_STYLE = {
  primary: `${SHAPE} bg-primary text-on-primary hover:bg-primary-hover`,
  outline: `${SHAPE} border border-line-strong bg-surface text-ink hover:bg-subtle`,
  danger: `${SHAPE} bg-danger text-on-danger hover:opacity-90`,
  /** Icon only; a label names the action. */
  sign: "grid size-11 place-items-center rounded-control transition-colors duration-120 hover:bg-subtle aria-disabled:opacity-40",
};

/** Link within text with a touch-size target. */
export const TEXT_LINK_STYLE =
  "inline-flex min-h-11 items-center rounded-control font-semibold text-on-primary-soft underline underline-offset-4 hover:text-ink";
