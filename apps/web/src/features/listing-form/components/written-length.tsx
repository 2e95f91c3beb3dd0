import { useWatch } from "react-hook-form";
import type { ListingValues } from "../listing-values.ts";

type Props = { name: "title" | "description" | "availabilityNotes"; most: number };

/** How much of the room for a text is used. */
export function WrittenLength({ name, most }: Props) {
  const written = useWatch<ListingValues, Props["name"]>({ name });
  return (
    <span className="tabular-nums">
      {written.trim().length.toLocaleString("en-US")} of {most.toLocaleString("en-US")} characters
    </span>
  );
}
