import { tooLargeMessage } from "@nexby/contract/endpoint";
import { uploadPhoto } from "@nexby/contract/photos";
import { useEffect, useState, useSyncExternalStore } from "react";
import { isRetryable } from "../../lib/client/retry-rules.ts";
import { problemsOf } from "../../lib/form-problems.ts";
import { uploadFile } from "../../lib/upload-file.ts";
import { type Entries, isBusy } from "./photo-list.ts";
import { PhotoUploads, type UploadParts } from "./photo-uploads.ts";

const { upload } = uploadPhoto;

const UPLOAD_PARTS: UploadParts = {
  send: async (file, watch) => (await uploadFile<typeof uploadPhoto>("/api/photos", file, watch)).url,
  check: ({ size }) => (size > upload.maxBytes ? tooLargeMessage(upload) : null),
  explain: (error) => ({ message: problemsOf(error, []).message ?? "", canRetry: isRetryable(error) }),
  preview: { of: (file) => URL.createObjectURL(file), forget: (preview) => URL.revokeObjectURL(preview) },
};

type Wish = {
  images: readonly string[];
  onChange: (images: string[]) => void;
  onBusy: ((isBusy: boolean) => void) | undefined;
};

type Photos = { uploads: PhotoUploads; entries: Entries; news: string };

/** The photos a form has and those on their way, in one list. */
export function usePhotoUploads({ images, onChange, onBusy }: Wish): Photos {
  const [uploads] = useState(() => new PhotoUploads(UPLOAD_PARTS));
  const [news, setNews] = useState("");
  const entries = useSyncExternalStore(uploads.subscribe, uploads.entries, uploads.entries);
  const isUnderWay = isBusy(entries);

  useEffect(() => {
    uploads.onKept = onChange;
    uploads.onNews = setNews;
    uploads.follow(images);
  });
  useEffect(() => () => uploads.close(), [uploads]);
  useEffect(() => onBusy?.(isUnderWay), [isUnderWay, onBusy]);

  return { uploads, entries, news };
}
