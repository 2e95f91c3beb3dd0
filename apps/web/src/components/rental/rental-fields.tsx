import type { FoodTruckView } from "@nexby/contract/listings/listing-fields";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { offeredHandoffs } from "@nexby/domain/listings/item-terms";
import { useId } from "react";
import { OptionGroup, QuantityStepper } from "../ui/choices.tsx";
import { LazyPart } from "../ui/loading.tsx";
import { TypedField } from "../ui/typed-field.tsx";
import { handoffOption, MODE_LABELS, truckVisit } from "./copy.ts";
import { fewestUnits, mostUnits } from "./rental-choice.ts";
import type { Rental } from "./use-rental.ts";

const loadInsurance = () => import("./insurance-option.tsx").then((module) => module.InsuranceOption);

type RentalFieldsProps = {
  rental: Rental;
  /** For the location field: the id that an error summary links to, and its error. */
  place?: { id: string; error: string | undefined };
};

/** All fields of a rental except its dates. */
export function RentalFields({ rental, place }: RentalFieldsProps) {
  const { item, choice, change } = rental;
  const insurance = rental.quote?.insurance;
  return (
    <div className="grid grid-cols-1 gap-4">
      {item.foodTruck ? (
        <FoodTruckFields rental={rental} truck={item.foodTruck} place={place} />
      ) : (
        <ItemFields rental={rental} place={place} />
      )}
      {insurance && (
        <LazyPart
          load={loadInsurance}
          props={{
            insurance,
            isOn: choice.hasInsurance,
            onChange: (hasInsurance: boolean) => change({ hasInsurance }),
          }}
        />
      )}
    </div>
  );
}

function ItemFields({ rental: { item, choice, change }, place: placeField }: RentalFieldsProps) {
  const exchanges = offeredHandoffs(item);
  const most = mostUnits(item);

  return (
    <>
      {most > 1 && (
        <QuantityStepper
          label="Quantity"
          hint={`${countOf(item.quantityTotal, "unit")} total`}
          value={choice.quantity}
          least={fewestUnits(item)}
          most={most}
          onChange={(quantity) => change({ quantity })}
        />
      )}
      {exchanges.length > 1 ? (
        <OptionGroup
          label="Handoff"
          value={choice.exchange}
          onChange={(exchange) => change({ exchange })}
          options={exchanges.map((value) => ({ value, ...handoffOption(item, value) }))}
        />
      ) : (
        <OnlyHandoff {...handoffOption(item, choice.exchange)} />
      )}
      {choice.exchange === "delivery" && (
        <TypedField
          {...placeField}
          label="Deliver to"
          hint={`${item.owner.firstName || "The owner"} sees only the town until the booking is approved.`}
          placeholder="Street address and ZIP"
          autoComplete="street-address"
          maxLength={200}
          value={choice.place}
          onChange={(place) => change({ place })}
        />
      )}
    </>
  );
}

type HandoffOption = { label: string; text: string; hint: string };

/** The handoff of an item that offers only one. */
function OnlyHandoff({ label, text, hint }: HandoffOption) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is nothing to choose
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1.5 font-semibold text-sm">
        Handoff
      </p>
      <div className="flex min-h-11 items-center gap-4 rounded-control border border-line px-3.5 py-1.5">
        <p className="min-w-0 flex-1 font-medium">
          {label}
          <span className="block text-pretty font-normal text-muted text-sm">{text}</span>
        </p>
        <p className="text-sm tabular-nums">{hint}</p>
      </div>
    </div>
  );
}

type FoodTruckFieldsProps = {
  rental: Rental;
  truck: FoodTruckView;
  place?: { id: string; error: string | undefined };
};

function FoodTruckFields({ rental: { item, choice, change }, truck, place: placeField }: FoodTruckFieldsProps) {
  const least = truck.perPersonMinHeadcount;
  const owner = item.owner.firstName || "The owner";

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
        hint={choice.mode === "PER_PERSON" && least > 1 ? `You pay for at least ${countOf(least, "guest")}` : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={String(choice.guests)}
        onChange={(text) => change({ guests: Number(text.replaceAll(/\D/g, "")) || null })}
      />
      <OnlyHandoff {...truckVisit(truck)} />
      <TypedField
        {...placeField}
        label="Event location"
        hint={`${owner} sees only the town until the booking is approved.`}
        placeholder="Street address and ZIP"
        autoComplete="street-address"
        maxLength={200}
        value={choice.place}
        onChange={(place) => change({ place })}
      />
    </>
  );
}
