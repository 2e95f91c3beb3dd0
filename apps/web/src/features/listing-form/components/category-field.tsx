import type { CategoryView } from "@nexby/contract/categories";
import { useController } from "react-hook-form";
import { FieldError, FieldHint } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form-context.ts";
import { CHECKBOX_STYLE } from "../../../components/ui/control-style.ts";
import type { ListingValues } from "../listing-values.ts";

const NAME = "categoryIds";

/** In the order in which they were chosen: the first is the main one. */
export function CategoryField({ categories }: { categories: readonly CategoryView[] }) {
  const { field } = useController<ListingValues, typeof NAME>({ name: NAME });
  const { id, error, attributes } = useField(NAME, true);
  const main = categories.find((category) => category.id === field.value[0]);

  const toggle = (categoryId: string, isWanted: boolean) =>
    field.onChange(isWanted ? [...field.value, categoryId] : field.value.filter((chosen) => chosen !== categoryId));

  return (
    <fieldset aria-describedby={attributes["aria-describedby"]}>
      <legend className="mb-1.5 font-semibold text-sm">Categories</legend>
      <div className="flex flex-wrap gap-2">
        {categories.map((category, index) => (
          <label
            key={category.id}
            className="flex min-h-11 items-center gap-2.5 rounded-control border border-line-strong bg-surface px-3.5 font-medium hover:bg-subtle has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft"
          >
            <input
              id={index === 0 ? id : undefined}
              name={NAME}
              type="checkbox"
              aria-invalid={attributes["aria-invalid"]}
              checked={field.value.includes(category.id)}
              onChange={(event) => toggle(category.id, event.target.checked)}
              onBlur={field.onBlur}
              className={CHECKBOX_STYLE}
            />
            {category.name}
          </label>
        ))}
      </div>
      <FieldHint id={id}>
        {main
          ? `One to three. ${main.name} comes first: it sets our commission of ${Number(main.listerCommissionRate)}%.`
          : "One to three. The one you choose first sets our commission."}
      </FieldHint>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
