import type { PlaceView } from "@nexby/contract/places";
import type { Position } from "@nexby/domain/kernel/distance";
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, LocateFixed } from "lucide-react";
import { useId, useState } from "react";
import { askForPosition } from "../../../lib/own-position.ts";
import { placeAround } from "../../../lib/places.ts";
import { roundedPosition } from "../../map/rounded-position.ts";
import { Button } from "../../ui/button.tsx";

const OUTSIDE = "You seem to be outside the United States. Please type a ZIP or a town.";

/** The device is asked for its position when this is pressed, never before. */
export function OwnPositionButton({ onFound }: { onFound: (position: Position, place: PlaceView) => void }) {
  const client = useQueryClient();
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const find = async () => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const position = roundedPosition(await askForPosition());
      const place = await client.fetchQuery(placeAround(position, "")).catch(() => {
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
      <Button look="outline" isBusy={isBusy} busyText="Looking..." onClick={find} aria-describedby={id}>
        <LocateFixed size={18} strokeWidth={1.75} aria-hidden="true" />
        Use my position
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
