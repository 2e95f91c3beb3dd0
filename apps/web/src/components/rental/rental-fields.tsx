import type { FoodTruckView } from "@nexby/contract/listings/listing-fields";
import { offeredHandoffs } from "@nexby/domain/listings/item-terms";
import { countOf, formatMoney, HANDOFF_TYPE_LABELS, isZero } from "../../lib/format.ts";
import { OptionGroup, QuantityStepper, Switch } from "../ui/choices.tsx";
import { TypedField } from "../ui/typed-field.tsx";
import { MODE_LABELS } from "./copy.ts";
import { fewestUnits, mostUnits } from "./rental-choice.ts";
import type { Rental } from "./use-rental.ts";

type RentalFieldsProps = {
  rental: Rental;
  /** For the location field: the id that an error summary links to, and its error. */
  place?: { id: string; error: string | undefined };
};

/** All fields of a rental except its dates. */
export function RentalFields({ rental, place }: RentalFieldsProps) {
  const { item, choice, change } = rental;
  return (
    <div className="grid gap-4">
      {item.foodTruck ? (
        <FoodTruckFields rental={rental} truck={item.foodTruck} place={place} />
      ) : (
        <ItemFields rental={rental} place={place} />
      )}
      <Switch
        label="Add insurance"
        hint="Costs a share of the rental."
        isOn={choice.hasInsurance}
        onChange={(hasInsurance) => change({ hasInsurance })}
      />
    </div>
  );
}

function ItemFields({ rental: { item, choice, change }, place: placeField }: RentalFieldsProps) {
  const exchanges = offeredHandoffs(item);
  const most = mostUnits(item);
  const fee = isZero(item.deliveryFee) ? "Free" : formatMoney(item.deliveryFee);

  return (
    <>
      {most > 1 && (
        <QuantityStepper
          label="Quantity"
          hint={`${countOf(item.quantityTotal, "unit")} in all`}
          value={choice.quantity}
          least={fewestUnits(item)}
          most={most}
          onChange={(quantity) => change({ quantity })}
        />
      )}
      {exchanges.length > 1 && (
        <OptionGroup
          label="Handover"
          value={choice.exchange}
          onChange={(exchange) => change({ exchange })}
          options={exchanges.map((value) => ({
            value,
            label: HANDOFF_TYPE_LABELS[value],
            ...(value === "delivery" && { hint: fee }),
          }))}
        />
      )}
      {choice.exchange === "delivery" && (
        <TypedField
          {...placeField}
          label="Deliver to"
          hint={
            item.deliveryRadius === null
              ? undefined
              : `Within ${countOf(item.deliveryRadius, "mile")} of ${item.location}`
          }
          placeholder="Address, ZIP or town"
          autoComplete="street-address"
          maxLength={200}
          value={choice.place}
          onChange={(place) => change({ place })}
        />
      )}
    </>
  );
}

type FoodTruckFieldsProps = {
  rental: Rental;
  truck: FoodTruckView;
  place?: { id: string; error: string | undefined };
};

function FoodTruckFields({ rental: { choice, change }, truck, place: placeField }: FoodTruckFieldsProps) {
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
        hint={radius === null ? undefined : `The truck travels up to ${countOf(radius, "mile")}`}
        placeholder="ZIP, town or address"
        autoComplete="postal-code"
        maxLength={200}
        value={choice.place}
        onChange={(place) => change({ place })}
      />
    </>
  );
}
