import { redacted, redactedText } from "@nexby/domain/error-logs/redaction";

/** The parts of a form's field that are looked at. */
type Field = {
  name?: string;
  autocomplete?: string;
  type?: string;
  value?: string;
  checked?: boolean;
  files?: ArrayLike<unknown> | null;
  selectedOptions?: Iterable<{ value: string }>;
};

const LONGEST_VALUE = 200;

/** What was entered into a form, as far as it may be logged. */
export function collectFormData(form: { elements: Iterable<object> }): Record<string, unknown> {
  const values = [...form.elements].flatMap((element) => {
    const field = element as Field;
    const value = field.name && !isOfCard(field) ? loggedValueOf(field) : undefined;
    return value === undefined ? [] : [[field.name, value]];
  });
  return redacted(Object.fromEntries(values)) as Record<string, unknown>;
}

/** Nothing of a card is told: neither half a number nor a code could be known for what it is. */
const isOfCard = ({ name = "", autocomplete = "" }: Field): boolean =>
  /^card-/i.test(name) || /(^|\s)cc-/i.test(autocomplete);

/** Undefined is not logged. */
function loggedValueOf({ type, value, checked, files, selectedOptions }: Field): unknown {
  switch (type) {
    case "password":
    case "submit":
    case "button":
    case "reset":
    case "image":
      return undefined;
    case "checkbox":
      return checked;
    case "radio":
      return checked ? value : undefined;
    case "file":
      return `${files?.length ?? 0} files`;
    case "select-multiple":
      return [...(selectedOptions ?? [])].map((option) => option.value);
    default:
      // Half a number would not be known as one.
      return value && redactedText(value).slice(0, LONGEST_VALUE);
  }
}
