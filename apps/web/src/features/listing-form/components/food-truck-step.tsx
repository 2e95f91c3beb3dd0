import type { CategoryView } from "@nexby/contract/categories";
import { useWatch } from "react-hook-form";
import { ChoiceField } from "../../../components/forms/choice-field.tsx";
import { TextAreaField } from "../../../components/forms/text-area-field.tsx";
import { TextField } from "../../../components/forms/text-field.tsx";
import type { ListingValues } from "../listing-values.ts";
import { useIsWrong } from "../use-is-wrong.ts";
import { MoneyField, NumberField } from "./amount-field.tsx";
import { CheckCard } from "./check-card.tsx";
import { FieldGroup, FieldPair } from "./field-group.tsx";
import { MenuField } from "./menu-field.tsx";
import { TierEditor } from "./tier-editor.tsx";
import { VisitEarnings } from "./visit-earnings.tsx";

const MODES = [
  { value: "PER_PERSON", label: "The host pays per guest" },
  { value: "APPEARANCE", label: "Guests pay at the truck" },
  { value: "BOTH", label: "The host chooses" },
];

const PER_PERSON_FIELDS = [
  "foodTruck.perPersonPriceCents",
  "foodTruck.perPersonMinHeadcount",
  "foodTruck.tieredPricing",
] as const;
const APPEARANCE_FIELDS = ["foodTruck.appearanceFeeCents"] as const;

export function FoodTruckStep({ categories }: { categories: readonly CategoryView[] }) {
  const modes = useWatch<ListingValues, "foodTruck.enabledModes">({ name: "foodTruck.enabledModes" });
  const isPriceWrong = useIsWrong(PER_PERSON_FIELDS);
  const isAppearanceWrong = useIsWrong(APPEARANCE_FIELDS);
  return (
    <>
      <ChoiceField name="foodTruck.enabledModes" label="Who pays for the food?" type="radio" options={MODES} />
      {(modes !== "APPEARANCE" || isPriceWrong) && <PerPerson />}
      {(modes !== "PER_PERSON" || isAppearanceWrong) && (
        <FieldGroup title="Appearance" text="For coming, by the day. Guests buy their food at the truck.">
          <div className="max-w-sm">
            <MoneyField name="foodTruck.appearanceFeeCents" label="Appearance fee" />
          </div>
        </FieldGroup>
      )}
      <VisitEarnings categories={categories} />
      <FieldGroup title="The way" text="Measured in a straight line from your location.">
        <FieldPair>
          <MoneyField name="foodTruck.baseTravelFeeCents" label="Travel fee" hint="For every visit." />
          <MoneyField name="foodTruck.travelFeePerMileCents" label="Travel fee per mile" hint="One way." />
        </FieldPair>
        <div className="max-w-sm">
          <NumberField
            name="foodTruck.travelRadiusMiles"
            label="Travel radius"
            unit="miles"
            placeholder="Any distance"
            hint="Empty is any distance."
          />
        </div>
      </FieldGroup>
      <FieldGroup title="What you need">
        <FieldPair>
          <NumberField
            name="foodTruck.prepLeadTimeHours"
            label="Preparation time"
            unit="hours"
            hint="From booking to visit."
          />
          <NumberField
            name="foodTruck.setupTimeMinutes"
            label="Set-up time"
            unit="minutes"
            hint="Before guests come."
          />
        </FieldPair>
        <TextAreaField
          name="foodTruck.powerRequirements"
          label="Power"
          rows={2}
          hint="Optional, such as “One 50 A outlet within 60 ft, or I bring a generator”."
        />
        <div className="grid gap-3">
          <CheckCard
            name="foodTruck.includesPaperGoods"
            label="Paper goods"
            text="Plates, napkins and cutlery are included."
          />
          <CheckCard
            name="foodTruck.onsiteSales"
            label="Sales at the truck"
            text="Guests can buy there. Appearances need it."
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Menu" text="A link, a file, or both. Optional.">
        <TextField
          name="foodTruck.menuUrl"
          label="Link to the menu"
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
        />
        <MenuField />
      </FieldGroup>
    </>
  );
}

function PerPerson() {
  return (
    <FieldGroup title="Per guest" text="The host pays for everybody who comes, but at least for the minimum.">
      <FieldPair>
        <MoneyField name="foodTruck.perPersonPriceCents" label="Price per person" />
        <NumberField name="foodTruck.perPersonMinHeadcount" label="Minimum number of guests" />
      </FieldPair>
      <TierEditor />
    </FieldGroup>
  );
}
