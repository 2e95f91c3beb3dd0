import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { CodeField } from "../../../components/forms/text-fields.tsx";
import { realNow } from "../../../lib/server-time.ts";

/** The other person's code. The time at which it was entered is kept with it, because the report may be sent later. */
export function ReportPhotoCode({ other }: { other: string }) {
  const { watch, setValue } = useFormContext();

  useEffect(() => {
    const { unsubscribe } = watch(({ photoCode }, { name }) => {
      if (name !== "photoCode") return;
      setValue("photoCodeAt", photoCode ? new Date(realNow()).toISOString() : undefined);
    });
    return unsubscribe;
  }, [watch, setValue]);

  return (
    <CodeField
      name="photoCode"
      label={`${other}’s photo code (optional)`}
      hint={`Shows that you made this report when you met. ${other} finds it in this booking under “Show photo code.”`}
      isOptional
    />
  );
}
