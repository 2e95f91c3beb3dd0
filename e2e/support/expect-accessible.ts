import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { expectRoomForFingers, expectToFit } from "./expect-to-fit.ts";

/** Minified, because every checked document compiles it, and the package's `source` is more than twice as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The only rules whose result can differ between the light and the dark appearance. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** The same on every page, and a third of its elements, so only looks/routes.spec.ts checks it. */
const FOOTER = "footer";
/** What is behind a menu or a panel, for pages that another test checks. */
export const BEHIND = "main, footer";
/** What lies over a page, and toasts. */
const OVERLAYS = "dialog[open], [role=dialog], [role=alertdialog], [role=menu], :popover-open";
const TOASTS = "[role=region][aria-label^='Notifications (']";

type Options = {
  isDarkToo?: boolean;
  /** Selector of elements that another test checks. */
  without?: string;
};

/**
 * Checks the open page with axe: every rule in light mode, and the color rules in dark mode unless another test
 * does.
 */
export async function expectAccessible(
  page: Page,
  { isDarkToo = true, without = FOOTER }: Options = {},
): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectNoViolations(page, { type: "tag", values: STANDARDS }, { without });
  if (isDarkToo) await inDark(page, () => expectReadable(page, without));
}

/**
 * Checks what lies over the open page, and a toast beside it, with every axe rule in one appearance. Leaves the page in
 * light mode.
 */
export async function expectAccessibleOverlay(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.locator(OVERLAYS).filter({ visible: true }).first()).toBeVisible();
  const include = `${OVERLAYS}, ${TOASTS}`;
  const check = () =>
    withoutPageBehind(page, include, () => expectNoViolations(page, { type: "tag", values: STANDARDS }, { include }));
  await (colorScheme === "dark" ? inDark(page, check) : check());
}

/**
 * Hides all but these elements during a check. Where text wraps over a page, axe can't tell which background it has, and
 * finds no fault with any color.
 */
async function withoutPageBehind(page: Page, kept: string, check: () => Promise<void>): Promise<void> {
  await prepare(page);
  await page.evaluate((selector) => {
    const shown = [...document.querySelectorAll(selector)];
    const hideBehind = (parent: Element) => {
      for (const element of parent.children) {
        if (shown.some((one) => one.contains(element))) continue;
        if (shown.some((one) => element.contains(one))) hideBehind(element);
        else element.setAttribute("data-behind", "");
      }
    };
    hideBehind(document.body);
  }, kept);
  try {
    await check();
  } finally {
    await page.evaluate(() => {
      for (const element of document.querySelectorAll("[data-behind]")) element.removeAttribute("data-behind");
    });
  }
}

/** Checks only the colors of the open page, in the mode it is in. */
export async function expectReadable(page: Page, without: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectNoViolations(page, { type: "rule", values: COLOR_RULES }, { without });
}

/** Expects that the open page is accessible, never too wide, and has touch-size targets. Keeps the window's size. */
export async function expectToLookRight(page: Page): Promise<void> {
  const size = page.viewportSize();
  await expectAccessible(page);
  await expectRoomForFingers(page);
  await expectToFit(page, [1024, 768, 320]);
  await expectRoomForFingers(page);
  if (size) await page.setViewportSize(size);
}

/** Runs a check in dark mode and leaves the page in light mode. */
export async function inDark(page: Page, check: () => Promise<unknown>): Promise<void> {
  const dark = page.locator("html.dark");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(dark).toHaveCount(1);
  await check();
  await page.emulateMedia({ colorScheme: "light" });
  await expect(dark).toHaveCount(0);
}

/** Selectors of the only elements to check, or of those not to check. */
type Scope = { include: string } | { without: string };

async function expectNoViolations(page: Page, runOnly: RunOptions["runOnly"], scope: Scope): Promise<void> {
  await prepare(page);
  await animationsEnd(page);
  // Without `resultTypes`, axe spends a third of its time describing what passed.
  const violations = await page.evaluate(
    async ({ included, excluded, overlays, options }) => {
      type Context = { include?: Element[]; exclude?: Element[] };
      type Run = (context: Context, options: RunOptions) => Promise<AxeResults>;
      const { run } = Reflect.get(window, "axe") as { run: Run };
      const all = (selector: string) => [...document.querySelectorAll(selector)];
      const context = included
        ? { include: all(included) }
        : { exclude: all(excluded).filter((part) => !part.querySelector(overlays)) };
      return (await run(context, options)).violations.map(({ id, nodes }) => ({
        id,
        targets: nodes.map(({ target }) => target.join(" ")),
      }));
    },
    {
      included: "include" in scope ? scope.include : "",
      excluded: "without" in scope ? scope.without : "",
      overlays: OVERLAYS,
      options: { runOnly, resultTypes: ["violations"] } satisfies RunOptions,
    },
  );
  expect(violations, `violations at ${page.url()}`).toEqual([]);
}

/**
 * Injects axe once per document, because its source is half a megabyte. Disables transitions, so that colors change
 * at once, and knows how to hide what is behind an overlay.
 */
async function prepare(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => Reflect.has(window, "axe"))) continue;
    await frame.evaluate(AXE);
    await frame.evaluate(rememberColors);
    await frame.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        `*, ::before, ::after, ::backdrop { transition: none !important; }
        [data-behind], [data-behind] * { visibility: hidden !important; }`,
      );
      document.adoptedStyleSheets.push(sheet);
    });
  }
}

type Color = { r: number; g: number; b: number; alpha: number; parseString(text: string): Color };

/** Runs in the page. A page has few colors, but axe would parse them for each element, in a third of its time. */
function rememberColors(): void {
  const { Color } = Reflect.get(window, "axe").commons.color as { Color: new (...rgb: number[]) => Color };
  const known = new Map<string, Color>();
  const parse = Color.prototype.parseString;
  Color.prototype.parseString = function (this: Color, text: string) {
    const { r, g, b, alpha } = known.get(text) ?? parse.call(new Color(0, 0, 0), text);
    known.set(text, { r, g, b, alpha } as Color);
    return Object.assign(this, { r, g, b, alpha });
  };
}

/** Waits for animations: an element that is still fading in has neither its final colors nor its final contrast. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    for (let left = ending(); left.length > 0; left = ending()) {
      await Promise.allSettled(left.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });
}
