import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { startPayoutOnboarding } from "../api.ts";

/** Leads to the provider's page. It stays busy until the browser is there. */
export function OnboardingButton({ label }: { label: string }) {
  const going = useMutationAction(async (key) => {
    const { url } = await startPayoutOnboarding(key);
    location.assign(url);
    await new Promise((resolve) => addEventListener("pageshow", resolve, { once: true }));
  });

  return (
    <div className="grid gap-3">
      {going.problem && (
        <Notice look="problem" role="alert">
          {going.problem}
        </Notice>
      )}
      <Button className="w-full sm:w-max" isBusy={going.isBusy} busyText="Opening..." onClick={() => void going.run()}>
        {label}
      </Button>
    </div>
  );
}
