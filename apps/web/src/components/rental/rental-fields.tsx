import { offeredExchanges } from "@nexby/domain/bookings/exchange";
import { countOf } from "../../lib/count-of.ts";
import { EXCHANGE_LABELS } from "../../lib/item-labels.ts";
import { formatMoney, isZero } from "../../lib/money.ts";
import { OptionGroup } from "../ui/option-group.tsx";
import { QuantityStepper } from "../ui/quantity-stepper.tsx";
import { Switch } from "../ui/switch.tsx";
import { TypedField } from "../ui/typed-field.tsx";
import { FoodTruckFields } from "./food-truck-fields.tsx";
import { fewestUnits, mostUnits } from "./quote-request.ts";
import type { Rental } from "./use-rental.ts";

type Props = {
  rental: Rental;
  /** Of the field for where to bring it: what a summary of mistakes leads to, and what is wrong. */
  place?: { id: string; error: string | undefined };
};

/** Everything about a rental but its dates. */
export function RentalFields({ rental, place }: Props) {
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

function ItemFields({ rental: { item, choice, change }, place: placeField }: Props) {
  const exchanges = offeredExchanges(item);
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
            label: EXCHANGE_LABELS[value],
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
