import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { RentalPhotoView } from "@nexby/contract/bookings/condition";
import { useId, useState } from "react";
import { FULL_SHEET, Modal } from "../../../components/ui/modal.tsx";
import { Photo } from "../../../components/ui/photo.tsx";
import { ScrollArea } from "../../../components/ui/scroll-area.tsx";
import { NativeSelect } from "../../../components/ui/select.tsx";
import { momentIn } from "../../../lib/dates.ts";
import type { PhotoPair } from "../condition-facts.ts";
import { nameFor } from "../copy.ts";

type Props = { pairs: readonly PhotoPair[]; booking: BookingDetailView; onClose: () => void };

/** The same shot before and after the rental. */
export function Comparison({ pairs, booking, onClose }: Props) {
  const id = useId();
  const [code, setCode] = useState(pairs[0]?.code);
  const pair = pairs.find((one) => one.code === code) ?? pairs[0];
  if (!pair) return null;

  return (
    <Modal title="Compare photos" onClose={onClose} className={`${FULL_SHEET} sm:max-w-3xl`}>
      <ScrollArea className="grid min-h-0 flex-1 content-start gap-4 px-5 pt-2 pb-6">
        <div>
          <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
            Photo
          </label>
          <NativeSelect
            id={id}
            value={pair.code}
            options={pairs.map((one) => ({ value: one.code, label: one.label }))}
            onChange={(event) => setCode(event.target.value)}
          />
        </div>
        <Slider key={pair.code} pair={pair} booking={booking} />
      </ScrollArea>
    </Modal>
  );
}

/** The photo after the rental lies over the one before it and is cut off where the slider stands. */
function Slider({ pair: { label, before, after }, booking }: { pair: PhotoPair; booking: BookingDetailView }) {
  const [share, setShare] = useState(50);
  const picture = "col-start-1 row-start-1 size-full object-contain";
  return (
    <div className="grid gap-3">
      <div className="relative grid aspect-4/3 max-h-[60dvh] w-full overflow-hidden rounded-card bg-sunken">
        <SidePhoto photo={before} alt={`${label}, before`} className={picture} />
        <div
          className="col-start-1 row-start-1 size-full overflow-hidden bg-sunken"
          style={{ clipPath: `inset(0 0 0 ${share}%)` }}
        >
          <SidePhoto photo={after} alt={`${label}, after`} className={picture} />
        </div>
        <span
          aria-hidden="true"
          className="absolute inset-y-0 w-0.5 bg-surface shadow-soft"
          style={{ insetInlineStart: `calc(${share}% - 1px)` }}
        />
        <SideLabel className="left-2">Before</SideLabel>
        <SideLabel className="right-2">After</SideLabel>
      </div>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label="Move between before and after"
        aria-valuetext={`${share}% before, ${100 - share}% after`}
        onChange={(event) => setShare(Number(event.target.value))}
        className="h-11 w-full cursor-ew-resize accent-primary"
      />
      <dl className="grid grid-cols-2 gap-4 text-sm">
        <Source title="Before" photo={before} booking={booking} />
        <Source title="After" photo={after} booking={booking} />
      </dl>
    </div>
  );
}

type SidePhotoProps = { photo: RentalPhotoView; alt: string; className: string };

function SidePhoto({ photo: { url, width, height, placeholder }, alt, className }: SidePhotoProps) {
  return (
    <Photo
      src={url}
      alt={alt}
      width={width}
      height={height}
      placeholder={placeholder}
      errorLabel="Photo unavailable"
      className={className}
    />
  );
}

function SideLabel({ className, children }: { className: string; children: string }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute top-2 rounded-full bg-surface/90 px-2.5 py-0.5 font-semibold text-xs ${className}`}
    >
      {children}
    </span>
  );
}

type SourceProps = { title: string; photo: RentalPhotoView; booking: BookingDetailView };

function Source({ title, photo: { byRole, createdAt }, booking }: SourceProps) {
  return (
    <div>
      <dt className="font-semibold">{title}</dt>
      <dd className="text-muted">
        {nameFor(byRole, booking)}, {momentIn(createdAt, booking.timezone)}
      </dd>
    </div>
  );
}
