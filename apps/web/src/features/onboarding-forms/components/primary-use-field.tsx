import { ChoiceField } from "../../../components/forms/choice-field.tsx";

const USES = [
  { value: "renter", label: "Rent items" },
  { value: "owner", label: "List items" },
];

export const PrimaryUseField = () => (
  <ChoiceField name="primaryUse" label="What brings you here most?" type="radio" options={USES} />
);
