import { Bell } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { CheckboxField, ChoiceField, SelectField } from "../../components/forms/choice-fields.tsx";
import { Form, SavedStatus, SubmitButton } from "../../components/forms/form.tsx";
import { PiecesChecklist } from "../../components/forms/pieces-checklist.tsx";
import { CodeField, PasswordField, TextAreaField, TextField } from "../../components/forms/text-fields.tsx";
import { Avatar } from "../../components/ui/avatar.tsx";
import { BUTTON_STYLE, Button, TEXT_LINK_STYLE } from "../../components/ui/button.tsx";
import { Switch } from "../../components/ui/choices.tsx";
import { ConfirmButton } from "../../components/ui/dialog.tsx";
import { FilterField } from "../../components/ui/filter-field.tsx";
import { Modal } from "../../components/ui/modal.tsx";
import { Photo } from "../../components/ui/photo.tsx";
import { PopoverButton } from "../../components/ui/popover-button.tsx";
import { ScrollButton } from "../../components/ui/scroll-button.tsx";
import { SearchForm } from "../../components/ui/search-form.tsx";
import { Badge } from "../../components/ui/section.tsx";
import { Select } from "../../components/ui/select.tsx";
import { Table } from "../../components/ui/table.tsx";
import { Tabs } from "../../components/ui/tabs.tsx";
import { toasts } from "../../lib/toasts.ts";

const BUTTON_LOOKS = ["primary", "outline", "danger"] as const;

export function ActionSamples() {
  return (
    <>
      {BUTTON_LOOKS.map((look) => (
        <div key={look} className="flex flex-wrap gap-3">
          <Button look={look}>Button</Button>
          <Button look={look} disabled>
            Disabled
          </Button>
          <Button look={look} isBusy busyText="Saving...">
            Busy
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <a href="/dev/gallery" className={TEXT_LINK_STYLE}>
          Text link
        </a>
        <ScrollButton direction={-1} label="Back" className="grid" onClick={() => undefined} />
        <ScrollButton direction={1} label="On" className="grid" onClick={() => undefined} />
      </div>
      <div className="flex flex-wrap gap-3">
        <ConfirmButton
          label="Open dialog"
          title="Remove this listing?"
          text="You can’t undo this."
          confirmLabel="Remove"
          onConfirm={async () => undefined}
        />
        <SheetSample />
        <PopoverButton
          label="Open popover"
          face={<Bell size={20} strokeWidth={1.75} aria-hidden="true" />}
          className="grid size-11 place-items-center rounded-full border border-line-strong"
          panelClassName="w-64"
        >
          {() => <p className="p-3">Press Escape or click outside to close it.</p>}
        </PopoverButton>
        <Button look="outline" onClick={() => toasts.show({ title: "Saved", description: "Your changes were saved." })}>
          Show toast
        </Button>
        <Button
          look="outline"
          onClick={() => toasts.show({ title: "Not saved", description: "Please try again.", isDestructive: true })}
        >
          Show destructive toast
        </Button>
      </div>
    </>
  );
}

function SheetSample() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="outline" onClick={() => setIsOpen(true)}>
        Open sheet
      </Button>
      {isOpen && (
        <Modal
          title="A sheet"
          onClose={() => setIsOpen(false)}
          className="mx-0 mt-auto mb-0 h-[80dvh] w-full max-w-none rounded-t-sheet"
        >
          <div className="p-5">
            <p>It slides up from the bottom and closes the same way.</p>
            <button type="button" className={`${BUTTON_STYLE.primary} mt-5`} onClick={() => setIsOpen(false)}>
              Done
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}

const schema = z.object({
  name: z.string().min(1, "Name is required"),
  secret: z.string().min(8, "Password must be at least 8 characters"),
  size: z.string({ error: "Please choose a size" }),
  note: z.string().min(1, "Please write something"),
  code: z.string().regex(/^\d{6}$/, "Verification code must be 6 digits"),
  days: z.array(z.string()).min(1, "Please choose at least one day"),
  use: z.enum(["rent", "list"], { error: "Please choose one" }),
  pieces: z.array(z.object({ name: z.string(), count: z.union([z.string(), z.number()]) })).optional(),
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

const KIT = [
  { name: "Tent pole", count: 4, priceCents: 1200 },
  { name: "Peg", count: 12, priceCents: 150 },
];

/** Submit it empty to see all errors. */
export function FieldSamples() {
  const [isOn, setIsOn] = useState(true);
  const [text, setText] = useState("");
  const [choice, setChoice] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);

  return (
    <>
      <SearchForm label="Search samples" placeholder="What do you need?" onSearch={() => undefined} />
      <FilterField label="Filter samples" placeholder="Narrow down" value={text} onChange={setText} />
      <Select label="Choice" everything="Everything" options={SIZES} value={choice} onChange={setChoice} />
      <Switch label="Switch" hint="Saves immediately" isOn={isOn} onChange={setIsOn} />
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
        <PiecesChecklist kit={KIT} hint="Count each piece." />
        <CheckboxField name="isAgreed" label="A checkbox" />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busyText="Saving...">Save</SubmitButton>
          <SavedStatus text={saved} />
        </div>
      </Form>
    </>
  );
}

const BADGE_LOOKS = ["good", "waiting", "bad", "plain"] as const;
const ROWS = [
  { item: "Tent", rate: "$18" },
  { item: "Cordless drill", rate: "$9.50" },
];
const COLUMNS = [
  { title: "Item", cell: ({ item }: (typeof ROWS)[number]) => item },
  { title: "Per day", cell: ({ rate }: (typeof ROWS)[number]) => rate, isNumber: true },
];
const PERSON = { firstName: "Maya", lastName: "Rivera", profileImageUrl: null };

export function ListSamples({ appearance }: { appearance: string }) {
  const [tab, setTab] = useState<"one" | "two" | "three">("one");
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {BADGE_LOOKS.map((look) => (
          <Badge key={look} look={look}>
            {look}
          </Badge>
        ))}
        <Avatar person={PERSON} size="small" />
        <Avatar person={PERSON} />
      </div>
      <Tabs
        label={`Tabs, ${appearance}`}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { name: "one", label: "First", panel: <p>Content of the first tab.</p> },
          { name: "two", label: "Second", panel: <p>Content of the second tab.</p> },
          { name: "three", label: "Third", panel: <p>Content of the third tab.</p> },
        ]}
      />
      <Table caption={`Table, ${appearance}`} columns={COLUMNS} rows={ROWS} keyOf={({ item }) => item} />
      <Photo
        src={undefined}
        alt=""
        width={400}
        height={267}
        errorLabel="Image unavailable"
        className="aspect-3/2 w-64 max-w-full rounded-card"
      />
    </>
  );
}
