import { US_STATES } from "@nexby/domain/kernel/us-states";
import { SelectField } from "./select-field.tsx";
import { TextField } from "./text-field.tsx";

const STATES = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));

/** Whether what is left empty means that there is none. */
type Props = { isNullable?: boolean };

export function PhoneField({ isNullable = false }: Props) {
  return (
    <TextField
      name="phoneNumber"
      label="Phone number"
      type="tel"
      autoComplete="tel"
      isNullable={isNullable}
      hint="With its country code, such as +1 201 555 0123"
    />
  );
}

export function PlaceFields({ isNullable = false }: Props) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-4">
      <TextField name="city" label="City" autoComplete="address-level2" isNullable={isNullable} />
      <SelectField
        name="state"
        label="State"
        placeholder="Choose a state"
        options={STATES}
        autoComplete="address-level1"
      />
    </div>
  );
}
