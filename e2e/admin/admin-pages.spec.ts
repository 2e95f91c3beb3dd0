import type { PolicyView } from "@nexby/contract/content/policies";
import { signInAsDemo } from "../support/accounts.ts";
import { expect, test } from "../support/test.ts";

const POLICIES = [
  ["terms", "Terms and Conditions"],
  ["privacy-policy", "Privacy Policy"],
] as const;

test.use({ expectedProblems: /status of (401|403)/ });

test("[ROUTE-05] everyone can read the terms and privacy pages, and the server lets only admins write them", async ({
  page,
  context,
  request,
}) => {
  const readActive = async (kind: string): Promise<PolicyView> => (await request.get(`/api/${kind}/active`)).json();
  for (const person of [null, "omar"] as const) {
    if (person) await signInAsDemo(context, person);
    for (const [kind, name] of POLICIES) {
      const active = await readActive(kind);
      await page.goto(`/admin/${kind}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await expect(page.getByText(`Version ${active.version},`)).toBeVisible();
      await expect(page.getByRole("heading", { name: "New version" })).toHaveCount(0);
      for (const path of ["versions", "versions/1/activate"]) {
        const data = { content: "All yours" };
        const response = await context.request.post(`/api/admin/policies/${kind}/${path}`, { data });
        expect(response.status()).toBe(person ? 403 : 401);
      }
      expect(await readActive(kind)).toEqual(active);
    }
  }
});
