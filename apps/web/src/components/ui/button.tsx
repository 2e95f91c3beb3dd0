import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes, MouseEvent } from "react";
import { BUTTON_STYLE } from "./button-style.ts";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: keyof typeof BUTTON_STYLE;
  isBusy?: boolean;
  busyText?: string;
};

/** While busy it does nothing but keeps the focus, which a disabled button would lose. */
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
