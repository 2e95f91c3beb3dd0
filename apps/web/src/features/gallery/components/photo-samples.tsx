import { useState } from "react";
import { PhotoUpload } from "../../../components/photo-upload/photo-upload.tsx";

const FIRST = ["cordless-drill-1", "cordless-drill-2", "dome-tent-1"].map((name) => `/media/demo/${name}/full.webp`);

/** The order is said below, as a form would hold it. */
export function PhotoSamples({ appearance }: { appearance: string }) {
  const [images, setImages] = useState<readonly string[]>(FIRST);
  return (
    <>
      <PhotoUpload images={images} onChange={setImages} most={6} label={`Photos, ${appearance}`} />
      <p className="text-muted text-sm">{images.length} photos in the form</p>
      <PhotoUpload
        images={[]}
        onChange={() => undefined}
        most={6}
        label={`No photos, ${appearance}`}
        error="At least 3 images are required"
      />
    </>
  );
}
