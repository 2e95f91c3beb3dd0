import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** All that a change of colors can change. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** In the page itself: axe's usual way draws another one to sum up frames of other origins, of which there are none. */
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

/** What is still fading in has neither the colors nor the contrast it will have. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    // What inherits a color begins to change when what it inherits from has ended.
    for (let left = ending(); left.length > 0; left = ending()) {
      await Promise.allSettled(left.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });
}

async function expectNoViolations(page: Page, axe: AxeBuilder): Promise<void> {
  await animationsEnd(page);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) }))).toEqual([]);
}

type Options = { isDarkToo?: boolean };

/** In light as a whole, and in dark for what is different there, unless another test looks at that. */
export async function expectAccessible(page: Page, { isDarkToo = true }: Options = {}): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectNoViolations(page, axeOf(page).withTags(STANDARDS));
  if (isDarkToo) await inDark(page, () => expectNoViolations(page, axeOf(page).withRules(COLOR_RULES)));
}

/** Does something in dark, and leaves the page in light. */
export async function inDark(page: Page, act: () => Promise<unknown>): Promise<void> {
  const dark = page.locator("html.dark");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(dark).toHaveCount(1);
  await act();
  await page.emulateMedia({ colorScheme: "light" });
  await expect(dark).toHaveCount(0);
}
