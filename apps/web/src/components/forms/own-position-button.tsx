import type { PlaceView } from "@nexby/contract/listings/places";
import type { Position } from "@nexby/domain/kernel/distance";
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, LocateFixed } from "lucide-react";
import { useId, useState } from "react";
import { getNearestPlace } from "../../lib/places.ts";
import { roundedPosition } from "../map/projection.ts";
import { Button } from "../ui/button.tsx";

const OUTSIDE = "You seem to be outside the United States. Please enter a ZIP code or town.";

/** Requests the device's position only when pressed. */
export function OwnPositionButton({ onFound }: { onFound: (position: Position, place: PlaceView) => void }) {
  const client = useQueryClient();
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const find = async () => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const position = roundedPosition(await requestPosition());
      const place = await client.fetchQuery(getNearestPlace(position, "")).catch(() => {
        throw new Error(OUTSIDE);
      });
      onFound(position, place);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : OUTSIDE);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div className="mt-3">
      <Button look="outline" isBusy={isBusy} busyText="Locating..." onClick={find} aria-describedby={id}>
        <LocateFixed size={18} strokeWidth={1.75} aria-hidden="true" />
        Use my location
      </Button>
      <p role="alert" id={id} className="flex gap-1.5 font-medium text-danger text-sm not-empty:mt-1.5">
        {problem && (
          <>
            <CircleAlert size={16} strokeWidth={2} aria-hidden="true" className="mt-0.5 shrink-0" />
            {problem}
          </>
        )}
      </p>
    </div>
  );
}

const MAX_MS = 10_000;

const REASONS: Record<number, string> = {
  1: "Your browser isn’t sharing your location. Allow it in your browser’s settings, or enter your ZIP code.",
  2: "We couldn’t find your location. Please enter your ZIP code.",
  3: "Finding your location took too long. Please try again, or enter your ZIP code.",
};

/** Prompts for the device's position. Rejects with a message for the user. */
function requestPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!("geolocation" in navigator)) {
      reject(new Error(REASONS[2]));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => reject(new Error(REASONS[code] ?? REASONS[2])),
      { timeout: MAX_MS },
    );
  });
}
