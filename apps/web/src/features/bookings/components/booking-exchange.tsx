import type { BookingDetailView } from "@nexby/contract/bookings";
import { MapPin } from "lucide-react";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { handoverLabels } from "../../../lib/handover-words.ts";
import { momentIn } from "../booking-times.ts";
import { exchangeTimes, placeWords } from "../exchange-words.ts";
import { PagePart } from "./page-part.tsx";

type Props = { booking: BookingDetailView };

/** Where and when it changes hands. */
export function BookingExchange({ booking }: Props) {
  const { exchange, timezone } = booking;
  return (
    <PagePart title={handoverLabels(booking).name}>
      <p className="flex gap-2.5">
        <MapPin size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
        <span className="min-w-0 break-words">{placeWords(booking)}</span>
      </p>
      {exchange.latitude !== null && exchange.longitude !== null && (
        <a
          href={mapAddress(exchange.latitude, exchange.longitude)}
          target="_blank"
          rel="noreferrer"
          className={`${TEXT_LINK_STYLE} ml-7.5`}
        >
          Open in a map
        </a>
      )}
      <dl className="mt-4 grid gap-3 sm:grid-cols-2">
        {exchangeTimes(booking).map(({ label, at, note }) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-medium">
              {momentIn(at, timezone)}
              {note && <span className="font-normal text-muted"> · {note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </PagePart>
  );
}

const mapAddress = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
