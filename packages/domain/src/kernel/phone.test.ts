import { expect, it } from "vitest";
import { displayPhone } from "./phone.ts";

it.each([
  ["+12015550123", "(201) 555-0123"],
  ["+442079460000", "+442079460000"],
])("displays %s as %s", (stored, displayed) => expect(displayPhone(stored)).toBe(displayed));
