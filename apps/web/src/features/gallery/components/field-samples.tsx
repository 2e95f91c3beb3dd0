import { useState } from "react";
import { z } from "zod";
import { CheckboxField } from "../../../components/forms/checkbox-field.tsx";
import { ChoiceField } from "../../../components/forms/choice-field.tsx";
import { CodeField } from "../../../components/forms/code-field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { PasswordField } from "../../../components/forms/password-field.tsx";
import { SavedStatus } from "../../../components/forms/saved-status.tsx";
import { SelectField } from "../../../components/forms/select-field.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { TextAreaField } from "../../../components/forms/text-area-field.tsx";
import { TextField } from "../../../components/forms/text-field.tsx";
import { FilterField } from "../../../components/ui/filter-field.tsx";
import { SearchForm } from "../../../components/ui/search-form.tsx";
import { Select } from "../../../components/ui/select.tsx";
import { Switch } from "../../../components/ui/switch.tsx";

const schema = z.object({
  name: z.string().min(1, "Name is required"),
  secret: z.string().min(8, "Password must be at least 8 characters"),
  size: z.string({ error: "Please choose a size" }),
  note: z.string().min(1, "Please write something"),
  code: z.string().regex(/^\d{6}$/, "Verification code must be 6 digits"),
  days: z.array(z.string()).min(1, "Please choose at least one day"),
  use: z.enum(["rent", "list"], { error: "Please choose one" }),
  isAgreed: z.literal(true, { error: "Please agree" }),
});

const SIZES = [
  { value: "small", label: "Small" },
  { value: "large", label: "Large" },
];
const DAYS = [
  { value: "sat", label: "Saturday" },
  { value: "sun", label: "Sunday" },
];
const USES = [
  { value: "rent", label: "Rent items" },
  { value: "list", label: "List items" },
];

/** Sent empty, the form shows all its errors. */
export function FieldSamples() {
  const [isOn, setIsOn] = useState(true);
  const [words, setWords] = useState("");
  const [choice, setChoice] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);

  return (
    <>
      <SearchForm label="Search samples" placeholder="What do you need?" onSearch={() => undefined} />
      <FilterField label="Filter samples" placeholder="Narrow down" value={words} onChange={setWords} />
      <Select label="Choice" everything="Everything" options={SIZES} value={choice} onChange={setChoice} />
      <Switch label="Switch" hint="Counts at once" isOn={isOn} onChange={setIsOn} />
      <Form
        schema={schema}
        label="Samples"
        defaultValues={{ name: "", secret: "", note: "", code: "", days: [] }}
        onSubmit={async () => setSaved("Saved")}
      >
        <TextField name="name" label="Text" hint="A hint below the field" />
        <PasswordField name="secret" label="Password" autoComplete="new-password" />
        <SelectField name="size" label="Select" placeholder="Choose a size" options={SIZES} />
        <TextAreaField name="note" label="Text area" />
        <CodeField name="code" label="Code" />
        <ChoiceField name="days" label="Any of these" type="checkbox" options={DAYS} />
        <ChoiceField name="use" label="One of these" type="radio" options={USES} />
        <CheckboxField name="isAgreed" label="A checkbox" />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busyText="Saving...">Save</SubmitButton>
          <SavedStatus text={saved} />
        </div>
      </Form>
    </>
  );
}
