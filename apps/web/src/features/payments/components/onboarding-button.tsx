import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { startPayoutOnboarding } from "../api.ts";

/** Opens the provider's page; stays busy until the browser has navigated. */
export function OnboardingButton({ label }: { label: string }) {
  const onboarding = useMutationAction(async (key) => {
    const { url } = await startPayoutOnboarding(key);
    location.assign(url);
    await new Promise((resolve) => addEventListener("pageshow", resolve, { once: true }));
  });

  return (
    <div className="grid gap-3">
      {onboarding.problem && (
        <Notice look="problem" role="alert">
          {onboarding.problem}
        </Notice>
      )}
      <Button
        className="w-full sm:w-max"
        isBusy={onboarding.isBusy}
        busyText="Opening..."
        onClick={() => void onboarding.run()}
      >
        {label}
      </Button>
    </div>
  );
}
