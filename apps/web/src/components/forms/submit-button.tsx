import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { useOwnForm } from "./form-context.ts";

type Props = {
  busyText: string;
  look?: "primary" | "outline" | "danger";
  className?: string;
  children: ReactNode;
};

export function SubmitButton({ busyText, look, className, children }: Props) {
  const { isBusy } = useOwnForm();
  return (
    <Button type="submit" look={look} isBusy={isBusy} busyText={busyText} className={className}>
      {children}
    </Button>
  );
}
