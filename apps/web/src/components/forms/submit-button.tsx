import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { useOwnForm } from "./form-context.ts";

type Props = {
  busyText: string;
  /** What it would send is not known yet. */
  isWaiting?: boolean;
  look?: "primary" | "outline" | "danger";
  className?: string;
  children: ReactNode;
};

export function SubmitButton({ busyText, isWaiting = false, look, className, children }: Props) {
  const { isBusy } = useOwnForm();
  return (
    <Button
      type="submit"
      look={look}
      isBusy={isBusy || isWaiting}
      busyText={isBusy ? busyText : undefined}
      className={className}
    >
      {children}
    </Button>
  );
}
