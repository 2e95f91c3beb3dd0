import type { ChangeEvent, ReactNode } from "react";
import { BUTTON_STYLE } from "../ui/button.tsx";

const PHOTO_TYPES = "image/jpeg,image/png,image/webp,image/avif";

type Props = {
  onFiles: (files: readonly File[]) => void;
  isMultiple?: boolean;
  /** Opens the camera directly on devices that have one. */
  isCamera?: boolean;
  look?: "outline" | "sign";
  /** Accessible name, where several buttons show the same text. */
  label?: string;
  /** Lets the form around it show an error here. */
  field?: { id: string; name: string; "aria-invalid"?: true; "aria-describedby"?: string };
  children: ReactNode;
};

/** Button that chooses photos: a label around the native control, which keeps focus and keyboard support. */
export function FileInput({
  onFiles,
  isMultiple = false,
  isCamera = false,
  look = "outline",
  label,
  field,
  children,
}: Props) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    // Allows choosing the same file again.
    target.value = "";
  };

  return (
    <label
      className={`${BUTTON_STYLE[look]} relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring`}
    >
      <input
        {...field}
        type="file"
        aria-label={label}
        accept={PHOTO_TYPES}
        multiple={isMultiple}
        capture={isCamera ? "environment" : undefined}
        onChange={choose}
        className="sr-only"
      />
      {children}
    </label>
  );
}
