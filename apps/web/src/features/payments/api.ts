import type * as paymentsContract from "@nexby/contract/money/payments";
import type * as payoutsContract from "@nexby/contract/money/payouts";
import type { exportEarnings, PayoutAccountView } from "@nexby/contract/money/payouts";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { read, readPages, write } from "../../lib/api/queries.ts";
import { newKey } from "../../lib/browser/intents.ts";
import { withQuery } from "../../lib/paths.ts";

export const getPayoutAccount = () => read<typeof payoutsContract.getPayoutAccount>("/api/payouts/account");

const syncPayoutAccount = write<typeof payoutsContract.syncPayoutAccount>("POST", "/api/payouts/account/refresh");

/** The payout account as synced from the provider. Safe to repeat within the endpoint's rate limit. */
export const refreshedPayoutAccount = (client: QueryClient) =>
  queryOptions<PayoutAccountView>({
    queryKey: ["/api/payouts/account/refresh"],
    queryFn: async () => {
      const account = await syncPayoutAccount(newKey());
      client.setQueryData(getPayoutAccount().queryKey, account);
      return account;
    },
    refetchOnMount: "always",
    gcTime: 0,
    retry: 1,
  });

export const startPayoutOnboarding = write<typeof payoutsContract.startPayoutOnboarding>(
  "POST",
  "/api/payouts/onboarding",
);
export const openPayoutDashboard = write<typeof payoutsContract.openPayoutDashboard>("POST", "/api/payouts/dashboard");
export const replacePayoutAccount = write<typeof payoutsContract.replacePayoutAccount>(
  "POST",
  "/api/payouts/account/replacement",
);

export const startCardSetup = write<typeof paymentsContract.startCardSetup>("POST", "/api/payments/cards");
export const removeSavedCard = (cardId: string) =>
  write<typeof paymentsContract.removeSavedCard>("DELETE", "/api/payments/cards", cardId);

/** Money moves in the background, so cached data is shown but always refetched. */
const staleTime = 0;

export const getEarnings = () =>
  queryOptions({ ...read<typeof payoutsContract.getEarnings>("/api/owner/earnings"), staleTime });

export const listPayouts = () =>
  infiniteQueryOptions({ ...readPages<typeof payoutsContract.listPayouts>("/api/owner/payouts"), staleTime });

const STATEMENT: (typeof exportEarnings)["path"] = "/api/owner/earnings.csv";

/** Download path. */
export const statementPath = (year: string): string => withQuery(STATEMENT, { year });
