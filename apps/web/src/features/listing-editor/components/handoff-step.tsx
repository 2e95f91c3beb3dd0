import { useFormContext, useWatch } from "react-hook-form";
import { useField } from "../../../components/forms/form.tsx";
import { LocationField } from "../../../components/forms/location-field.tsx";
import type { ListingValues } from "../listing-values.ts";
import { CheckCard, FieldGroup, FieldPair, MoneyField, NumberField, useIsWrong } from "./fields.tsx";

export function HandoffStep() {
  return (
    <>
      <Location />
      <FieldGroup title="Pickup and delivery" text="Choose at least one.">
        <div className="grid gap-3">
          <CheckCard name="offerPickup" label="Pickup" text="Renters come to your address." />
          <CheckCard name="offerMeetup" label="Meetup" text="You meet at a place you agree on." />
          <CheckCard name="offerDelivery" label="Delivery" text="You deliver it and collect it again." />
        </div>
        <Delivery />
      </FieldGroup>
    </>
  );
}

function Location() {
  const { setValue } = useFormContext<ListingValues>();
  const [location, latitude, longitude] = useWatch<ListingValues, readonly ["location", "latitude", "longitude"]>({
    name: ["location", "latitude", "longitude"],
  });
  const field = useField("location");
  const position = [useField("latitude").error, useField("longitude").error];

  const change = (place: { location: string; latitude: number | null; longitude: number | null }) => {
    setValue("latitude", place.latitude);
    setValue("longitude", place.longitude);
    setValue("location", place.location);
  };

  return (
    <LocationField
      id={field.id}
      value={{ location, latitude, longitude }}
      onChange={change}
      error={field.error ?? position.find(Boolean)}
    />
  );
}

const DELIVERY_FIELDS = ["deliveryFee", "deliveryRadius"] as const;

function Delivery() {
  const isOffered = useWatch<ListingValues, "offerDelivery">({ name: "offerDelivery" });
  const isWrong = useIsWrong(DELIVERY_FIELDS);
  if (!isOffered && !isWrong) return null;
  return (
    <FieldPair>
      <MoneyField
        name="deliveryFee"
        label="Delivery fee"
        hint="Charged once, for both trips. Leave blank for free delivery."
      />
      <NumberField name="deliveryRadius" label="Delivery radius" unit="miles" hint="Leave blank for no limit." />
    </FieldPair>
  );
}
