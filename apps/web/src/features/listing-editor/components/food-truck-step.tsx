import type { CategoryView } from "@nexby/contract/listings/categories";
import type { uploadMenu } from "@nexby/contract/listings/photos";
import { FileText, Trash2, Upload } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { ChoiceField } from "../../../components/forms/choice-fields.tsx";
import { FieldError } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form.tsx";
import { TextAreaField, TextField } from "../../../components/forms/text-fields.tsx";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { uploadFile } from "../../../lib/api/upload-file.ts";
import { problemsOf } from "../../../lib/form-errors.ts";
import type { ListingValues } from "../listing-values.ts";
import { CheckCard, FieldGroup, FieldPair, MoneyField, NumberField, useIsWrong } from "./fields.tsx";
import { VisitEarnings } from "./price-step.tsx";
import { TierEditor } from "./tier-editor.tsx";

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
        <FieldGroup title="Appearance" text="Your fee per day. Guests buy their own food at the truck.">
          <div className="max-w-sm">
            <MoneyField name="foodTruck.appearanceFeeCents" label="Appearance fee" />
          </div>
        </FieldGroup>
      )}
      <VisitEarnings categories={categories} />
      <FieldGroup title="Travel" text="Measured in a straight line from your location.">
        <FieldPair>
          <MoneyField name="foodTruck.baseTravelFeeCents" label="Travel fee" hint="Per visit." />
          <MoneyField name="foodTruck.travelFeePerMileCents" label="Travel fee per mile" hint="One way." />
        </FieldPair>
        <div className="max-w-sm">
          <NumberField
            name="foodTruck.travelRadiusMiles"
            label="Travel radius"
            unit="miles"
            placeholder="Any distance"
            hint="Leave blank for any distance."
          />
        </div>
      </FieldGroup>
      <FieldGroup title="What you need">
        <FieldPair>
          <NumberField
            name="foodTruck.prepLeadTimeHours"
            label="Preparation time"
            unit="hours"
            hint="The notice you need before a visit."
          />
          <NumberField
            name="foodTruck.setupTimeMinutes"
            label="Setup time"
            unit="minutes"
            hint="Before guests arrive."
          />
        </FieldPair>
        <TextAreaField
          name="foodTruck.powerRequirements"
          label="Power"
          rows={2}
          hint="Optional. For example: “One 50-amp outlet within 60 ft, or I’ll bring a generator.”"
        />
        <div className="grid gap-3">
          <CheckCard
            name="foodTruck.includesPaperGoods"
            label="Paper goods"
            text="Plates, napkins and utensils are included."
          />
          <CheckCard
            name="foodTruck.onsiteSales"
            label="Sales at the truck"
            text="Guests can buy food at the truck. Required for appearances."
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Menu" text="Optional. Add a link, a file or both.">
        <TextField
          name="foodTruck.menuUrl"
          label="Menu link"
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
    <FieldGroup title="Per guest" text="The host pays for every guest, or for your minimum if fewer come.">
      <FieldPair>
        <MoneyField name="foodTruck.perPersonPriceCents" label="Price per person" />
        <NumberField name="foodTruck.perPersonMinHeadcount" label="Minimum number of guests" />
      </FieldPair>
      <TierEditor />
    </FieldGroup>
  );
}

const NAME = "foodTruck.menuFileKey";
const TYPES = "application/pdf,image/jpeg,image/png,image/webp,image/avif";

/** Menu file upload; a new upload replaces the old one. */
function MenuField() {
  const { setValue } = useFormContext<ListingValues>();
  const [key, url] = useWatch<ListingValues, readonly [typeof NAME, "foodTruck.menuFileUrl"]>({
    name: [NAME, "foodTruck.menuFileUrl"],
  });
  const field = useField(NAME);
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();

  const setMenu = (menuFileKey: string, menuFileUrl: string) => {
    setValue("foodTruck.menuFileUrl", menuFileUrl);
    setValue(NAME, menuFileKey);
  };
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    setProblem(undefined);
    setProgress(0);
    try {
      const watch = { onProgress: setProgress, signal: new AbortController().signal };
      const uploaded = await uploadFile<typeof uploadMenu>("/api/menus", file, watch);
      setMenu(uploaded.menuFileKey, uploaded.url);
    } catch (error) {
      setProblem(problemsOf(error, []).message ?? undefined);
    } finally {
      setProgress(null);
      // Reset so that the same file can be selected again.
      target.value = "";
    }
  };

  return (
    <div>
      <p className="mb-1.5 font-semibold text-sm">Menu file</p>
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          type="file"
          accept={TYPES}
          aria-label="Menu file"
          onChange={upload}
          className="sr-only"
          tabIndex={-1}
        />
        <Button
          id={field.id}
          look="outline"
          isBusy={progress !== null}
          busyText={`Uploading ${Math.round((progress ?? 0) * 100)}%`}
          onClick={() => input.current?.click()}
        >
          <Upload size={20} strokeWidth={1.75} aria-hidden="true" />
          {key ? "Replace menu" : "Upload menu"}
        </Button>
        {key && (
          <>
            <a href={url} target="_blank" rel="noreferrer" className={BUTTON_STYLE.outline}>
              <FileText size={20} strokeWidth={1.75} aria-hidden="true" />
              View
            </a>
            <Button look="outline" aria-label="Remove menu" onClick={() => setMenu("", "")} className="px-3">
              <Trash2 size={20} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
      <p className="mt-1.5 text-muted text-sm">A PDF or a photo, up to 10 MB.</p>
      <div role="status">
        <FieldError id={field.id} error={problem ?? field.error} />
      </div>
    </div>
  );
}
