import type { BookingDetailView, DamageClaimView } from "@nexby/contract/bookings/bookings";
import { useState } from "react";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { Photo } from "../../../components/ui/photo.tsx";
import { damageText } from "../../../lib/damage-labels.ts";
import { countOf } from "../../../lib/format.ts";
import { type ActionContext, CLAIM_ACTIONS } from "../copy/actions.ts";
import { claimLines, claimStatusText, claimTitle, limitText } from "../copy/damage-claim.ts";
import { ActionButton } from "./action-button.tsx";
import { PagePart } from "./booking-parts.tsx";

const loadLightbox = () =>
  import("../../../components/product/photo-lightbox.tsx").then((module) => module.loadPhotoLightbox());

type Props = ActionContext & { booking: BookingDetailView };

/** The claim as both people and admins see it, with its photos and what became of it. */
export function DamageClaim({ booking, ...context }: Props) {
  const { claim, allowedActions } = booking;
  if (!claim) return null;
  const actions = CLAIM_ACTIONS.filter((action) => allowedActions.includes(action));
  const notes = [
    ["Contested", claim.contestReason],
    ["Decision", claim.decisionReason],
  ] as const;
  return (
    <PagePart title="Damage claim">
      <p className="font-semibold text-lg">{claimTitle(claim, booking)}</p>
      <p className="text-muted text-sm">{damageText(claim)}</p>
      {claim.filedBy === "owner" && <p className="mt-3 whitespace-pre-line break-words">{claim.notes}</p>}
      <ClaimPhotos claim={claim} />
      <dl className="mt-4 grid gap-2 tabular-nums empty:hidden">
        {claimLines(claim).map(({ label, amount }, index) => (
          <div key={label} className={`flex justify-between gap-4 ${index === 0 ? "font-semibold" : "text-muted"}`}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <p role="status" className="mt-3 text-pretty">
        {claimStatusText(claim, booking)}
      </p>
      {allowedActions.includes("resolve") && <p className="mt-1 text-muted text-sm">{limitText(booking)}</p>}
      {notes.map(
        ([label, text]) =>
          text && (
            <p key={label} className="mt-2 whitespace-pre-line break-words text-muted text-sm">
              {label}: {text}
            </p>
          ),
      )}
      {actions.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {actions.map((action) => (
            <ActionButton key={action} action={action} booking={booking} className="max-sm:w-full" {...context} />
          ))}
        </div>
      )}
    </PagePart>
  );
}

function ClaimPhotos({ claim: { photos } }: { claim: DamageClaimView }) {
  const [opened, setOpened] = useState<number | null>(null);
  const shown = photos.filter(({ isRemoved }) => !isRemoved);
  if (photos.length === 0) return null;
  if (shown.length === 0) {
    const count = countOf(photos.length, "photo");
    return <p className="mt-3 text-muted text-sm">{count}, deleted after the retention period</p>;
  }
  return (
    <>
      <ul className="mt-3 grid grid-cols-3 gap-2 sm:grid-cols-5">
        {shown.map(({ id, url, placeholder }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpened(index)}
              className="block aspect-square w-full overflow-hidden rounded-control bg-sunken outline-offset-2"
            >
              <Photo
                src={url}
                alt={`Damage photo ${index + 1}`}
                width={200}
                height={200}
                loading="lazy"
                placeholder={placeholder}
                errorLabel="Photo unavailable"
                className="size-full"
              />
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <LazyPart
          load={loadLightbox}
          props={{
            images: shown.map(({ url }) => url),
            title: "Damage claim",
            first: opened,
            onClose: () => setOpened(null),
          }}
        />
      )}
    </>
  );
}
