import type { ProfileView } from "@nexby/contract/accounts/profile";
import { tooLargeMessage } from "@nexby/contract/endpoint";
import { uploadProfilePhoto } from "@nexby/contract/listings/photos";
import { useEffect, useRef, useState } from "react";
import { FileInput } from "../../../components/photo-upload/file-input.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { uploadFile } from "../../../lib/api/upload-file.ts";
import { problemsOf } from "../../../lib/form-errors.ts";
import { useSaveProfile } from "../api.ts";

const { upload } = uploadProfilePhoto;

/** Saved as soon as a file is selected. */
export function ProfilePicture({ profile }: { profile: ProfileView }) {
  const save = useSaveProfile();
  const [status, setStatus] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const currentUpload = useRef<AbortController | null>(null);
  useEffect(() => () => currentUpload.current?.abort(), []);

  const change = async (task: (signal: AbortSignal) => Promise<string | null>, done: string) => {
    const attempt = new AbortController();
    currentUpload.current?.abort();
    currentUpload.current = attempt;
    setProblem(null);
    try {
      await save({ profileImageUrl: await task(attempt.signal) });
      setStatus(done);
    } catch (error) {
      if (attempt.signal.aborted) return;
      setStatus("");
      setProblem(problemsOf(error, []).message);
    }
  };
  const choose = ([file]: readonly File[]) => {
    if (!file) return;
    if (file.size > upload.maxBytes) {
      setProblem(tooLargeMessage(upload));
      return;
    }
    const onProgress = (share: number) => setStatus(`Uploading: ${Math.round(share * 100)}%`);
    void change(
      async (signal) =>
        (await uploadFile<typeof uploadProfilePhoto>("/api/profile/photo", file, { onProgress, signal })).url,
      "Photo saved",
    );
  };

  return (
    <div className="mb-6">
      <div className="flex flex-wrap items-center gap-3">
        <FileInput onFiles={choose}>{profile.profileImageUrl ? "Change photo" : "Add a photo"}</FileInput>
        {profile.profileImageUrl && (
          <Button look="outline" onClick={() => void change(async () => null, "Photo removed")}>
            Remove photo
          </Button>
        )}
        <p role="status" className="text-muted text-sm">
          {status}
        </p>
      </div>
      {problem && (
        <Notice look="problem" role="alert" className="mt-3">
          {problem}
        </Notice>
      )}
    </div>
  );
}
