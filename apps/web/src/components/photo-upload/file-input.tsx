import type { ChangeEvent, ReactNode } from "react";
import { BUTTON_STYLE } from "../ui/button.tsx";

const PHOTO_TYPES = "image/jpeg,image/png,image/webp,image/avif";

type Props = {
  onFiles: (files: readonly File[]) => void;
  isMultiple?: boolean;
  /** Opens the camera directly on devices that have one. */
  isCamera?: boolean;
  children: ReactNode;
};

/** Button that chooses photos: a label around the native control, which keeps focus and keyboard support. */
export function FileInput({ onFiles, isMultiple = false, isCamera = false, children }: Props) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    // Allows choosing the same file again.
    target.value = "";
  };

  return (
    <label
      className={`${BUTTON_STYLE.outline} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring`}
    >
      <input
        type="file"
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
