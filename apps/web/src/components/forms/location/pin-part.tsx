import type { Position } from "@nexby/domain/kernel/distance";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { placeAround } from "../../../lib/places.ts";
import { useSettled } from "../../../lib/use-settled.ts";
import { PinMap } from "../../map/pin-map.tsx";

type Props = { position: Position; location: string; onMove: (position: Position) => void };

const REST_MS = 300;

/** The pin to fine-tune, and what neighbors will see of it. Without a map the sentence is enough. */
export function PinPart({ position, location, onMove }: Props) {
  const address = useSettled(location.trim(), REST_MS);
  const { data, isError } = useQuery({ ...placeAround(position, address), placeholderData: keepPreviousData });

  return (
    <div className="mt-4 grid gap-3">
      <PinMap position={position} onMove={onMove} label="Pin on the map" className="h-64 sm:h-80" />
      <p role="status" className="flex min-h-6 gap-2 text-sm">
        {isError ? (
          <span className="font-medium text-danger">
            We do not know a place in the United States there. Please move the pin.
          </span>
        ) : (
          data && (
            <>
              <Eye size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0 text-muted" />
              <span>
                Neighbors see: <b className="font-semibold">{`${data.city}, ${data.state}`}</b>
                <span className="text-muted"> and a circle around the pin, never the pin itself.</span>
              </span>
            </>
          )
        )}
      </p>
    </div>
  );
}
