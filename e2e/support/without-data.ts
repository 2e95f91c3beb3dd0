import type { Page } from "@playwright/test";

const DATA = /<script type="application\/json" id="nexby-data">.*?<\/script>/s;

/** Serves the page without embedded data, so that it must request the data. */
export async function withoutPageData(page: Page): Promise<void> {
  await page.route(
    (url) => !/^\/(api|assets|media)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(DATA, "") });
    },
  );
}
