import { useController } from "react-hook-form";
import { useField } from "../../../components/forms/form-context.ts";
import { PhotoUpload } from "../../../components/photo-upload/photo-upload.tsx";
import type { ListingValues } from "../listing-values.ts";

const MOST_PHOTOS = 20;

type Props = { onBusy: (isBusy: boolean) => void };

export function PhotosStep({ onBusy }: Props) {
  const { field } = useController<ListingValues, "images">({ name: "images" });
  const { id, error } = useField("images");
  return (
    <div id={id}>
      <PhotoUpload
        images={field.value}
        onChange={field.onChange}
        most={MOST_PHOTOS}
        label="Photos"
        error={error}
        onBusy={onBusy}
      />
    </div>
  );
}
