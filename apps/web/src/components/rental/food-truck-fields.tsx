import type { FoodTruckView } from "@nexby/contract/food-truck-fields";
import { countOf } from "../../lib/count-of.ts";
import { OptionGroup } from "../ui/option-group.tsx";
import { TypedField } from "../ui/typed-field.tsx";
import { MODE_LABELS } from "./rental-words.ts";
import type { Rental } from "./use-rental.ts";

type Props = {
  rental: Rental;
  truck: FoodTruckView;
  place?: { id: string; error: string | undefined };
};

/** How guests pay, how many come, and where to. */
export function FoodTruckFields({ rental: { choice, change }, truck, place: placeField }: Props) {
  const least = truck.perPersonMinHeadcount;
  const radius = truck.travelRadiusMiles;

  return (
    <>
      {truck.offeredModes.length > 1 && (
        <OptionGroup
          label="Who pays"
          value={choice.mode}
          onChange={(mode) => change({ mode })}
          options={truck.offeredModes.map((value) => ({ value, label: MODE_LABELS[value] }))}
        />
      )}
      <TypedField
        label="Guests"
        hint={choice.mode === "PER_PERSON" && least > 1 ? `At least ${countOf(least, "guest")} are billed` : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={String(choice.guests)}
        onChange={(text) => change({ guests: Number(text.replaceAll(/\D/g, "")) || null })}
      />
      <TypedField
        {...placeField}
        label="Event place"
        hint={radius === null ? undefined : `The truck drives up to ${countOf(radius, "mile")}`}
        placeholder="ZIP, town or address"
        autoComplete="postal-code"
        maxLength={200}
        value={choice.place}
        onChange={(place) => change({ place })}
      />
    </>
  );
}
