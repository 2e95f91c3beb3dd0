import { join } from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import { expectAccessible, inDark } from "../support/expect-accessible.ts";
import { prepare, ROUTES } from "../support/route-table.ts";
import { expect, test } from "../support/test.ts";

const NARROWEST = 320;

/** To look at, below the folder of results. */
async function keepScreens(page: Page, { project }: TestInfo, name: string): Promise<void> {
  const [width] = project.name.split(",");
  const keep = (colors: string) =>
    page.screenshot({ path: join(project.outputDir, "screens", `${width}, ${colors}`, `${name}.png`), fullPage: true });
  await keep("light");
  await inDark(page, () => keep("dark"));
}

test.use({ expectedProblems: /status of 404/, contextOptions: { reducedMotion: "reduce" } });

for (const route of ROUTES) {
  test(`${route.pattern} is accessible in light and dark, fits, and has a title and one heading`, async ({
    page,
    context,
  }, info) => {
    const response = await page.goto(await prepare(context, route));
    expect(response?.status()).toBe(route.status);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveCount(1);
    await expect(heading).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expect(page).toHaveTitle(/.+ · Nexby$/);

    await page.waitForFunction(() =>
      [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
    );

    if (process.env.SCREENS) await keepScreens(page, info, route.name);
    // A page has the same colors at every width; what only phones have is looked at in dark by tests of its own.
    await expectAccessible(page, { isDarkToo: info.project.name.startsWith("desktop") });

    await page.setViewportSize({ width: NARROWEST, height: 700 });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(excess, `at ${NARROWEST} px`).toBeLessThanOrEqual(0);
  });
}
