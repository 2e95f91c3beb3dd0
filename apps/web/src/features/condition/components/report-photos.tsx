import type { BookingConditionView } from "@nexby/contract/bookings/condition";
import { MAX_PHOTOS_PER_REPORT } from "@nexby/domain/condition/condition-reports";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { Camera, Circle, CircleCheck, ImagePlus, Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { FieldError, hintId } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form.tsx";
import { FileInput } from "../../../components/photo-upload/file-input.tsx";
import { PhotoTiles } from "../../../components/photo-upload/photo-tiles.tsx";
import { STATUS_LABELS } from "../copy.ts";
import type { DraftPhoto, DraftState } from "../draft-store.ts";
import type { ReportDraft } from "../report-draft.ts";

type Shot = BookingConditionView["shots"][number];
type Props = {
  draft: ReportDraft;
  state: DraftState;
  shots: readonly Shot[];
  /** First name of the other person. */
  other: string;
};

/** The shot list, and the photos in their order. */
export function ReportPhotos({ draft, state, shots, other }: Props) {
  const { entries, photos } = state;
  const { id, error, attributes } = useField("photoIds", true);
  const [announcement, setAnnouncement] = useState("");
  const [tooMany, setTooMany] = useState(false);
  useEffect(() => {
    draft.uploads.onAnnouncement = setAnnouncement;
    return () => {
      draft.uploads.onAnnouncement = () => undefined;
    };
  }, [draft]);

  const add = (shot: string | null) => (files: readonly File[]) => setTooMany(draft.add(files, shot) > 0);
  const countFor = (code: string) => [...photos.values()].filter(({ shot }) => shot === code).length;
  const labelOf = (shot: string | null | undefined) => shots.find(({ code }) => code === shot)?.label ?? "Other photo";

  return (
    <fieldset aria-describedby={hintId(id)} className="min-w-0">
      <legend className="mb-1.5 font-semibold text-sm">Photos</legend>
      <p id={hintId(id)} className="mb-3 text-muted text-sm">
        We send each photo as you take it. {other} gets a copy without location data.
      </p>
      <ul className="mb-4 grid gap-2">
        {shots.map((shot) => (
          <ShotRow key={shot.code} shot={shot} count={countFor(shot.code)} onFiles={add(shot.code)} />
        ))}
      </ul>
      <PhotoTiles
        entries={entries}
        uploads={draft.uploads}
        caption={(entry) => <PhotoCaption photo={photos.get(entry.id)} label={labelOf(photos.get(entry.id)?.shot)} />}
      />
      {entries.some(({ state: sending }) => sending === "kept") && (
        <p className="mb-4 text-muted text-sm">
          If you remove a photo that was sent, it stays with the booking but isn’t part of your report.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <span className="hidden pointer-coarse:contents">
          <FileInput isCamera onFiles={add(null)}>
            <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
            Take another photo
          </FileInput>
        </span>
        <FileInput isMultiple onFiles={add(null)} field={{ ...attributes, name: "photoIds" }}>
          <ImagePlus size={18} strokeWidth={1.75} aria-hidden="true" />
          Choose other photos
        </FileInput>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {tooMany && (
        <p role="alert" className="mt-2 text-sm">
          You can add up to {MAX_PHOTOS_PER_REPORT} photos. We left out the rest.
        </p>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

type ShotRowProps = { shot: Shot; count: number; onFiles: (files: readonly File[]) => void };

function ShotRow({ shot: { label, hint }, count, onFiles }: ShotRowProps) {
  const Icon = count > 0 ? CircleCheck : Circle;
  return (
    <li className="flex items-center gap-3 rounded-control border border-line py-2 pr-1 pl-3">
      <Icon
        size={22}
        strokeWidth={1.75}
        aria-hidden="true"
        className={`shrink-0 ${count > 0 ? "text-on-success-soft" : "text-muted"}`}
      />
      <p className="min-w-0 flex-1">
        <span className="block font-semibold">{label}</span>
        <span className="block text-pretty text-muted text-sm">
          {count > 0 ? countOf(count, "photo") : hint}
          {count === 0 && <span className="sr-only">. Not taken yet</span>}
        </span>
      </p>
      <span className="hidden pointer-coarse:contents">
        <FileInput isCamera look="sign" label={`Take a photo: ${label}`} onFiles={onFiles}>
          <Camera size={22} strokeWidth={1.75} aria-hidden="true" />
        </FileInput>
      </span>
      <FileInput isMultiple look="sign" label={`Choose a photo: ${label}`} onFiles={onFiles}>
        <ImagePlus size={22} strokeWidth={1.75} aria-hidden="true" />
      </FileInput>
    </li>
  );
}

function PhotoCaption({ photo, label }: { photo: DraftPhoto | undefined; label: string }) {
  const status = photo?.status ?? "saving";
  const Icon = status === "saving" || status === "device" ? Smartphone : CircleCheck;
  return (
    <div className="grid gap-0.5 px-3 pt-2 text-sm">
      <p className="truncate font-medium">{label}</p>
      <p className={`flex items-center gap-1.5 ${status === "verified" ? "text-on-success-soft" : "text-muted"}`}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        {STATUS_LABELS[status]}
      </p>
    </div>
  );
}
