import type {
  getPayoutAccount,
  openPayoutDashboard,
  PayoutAccountView,
  refreshPayoutAccount,
  replacePayoutAccount,
  startPayoutOnboarding,
} from "@nexby/contract/payouts";
import type { removeSavedCard, startCardSetup } from "@nexby/contract/saved-cards";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { newKey } from "../../../lib/new-key.ts";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

export const payoutAccount = () => read<typeof getPayoutAccount>("/api/payouts/account");

const refresh = write<typeof refreshPayoutAccount>("POST", "/api/payouts/account/refresh");

/** The same, asked at the provider. It may be asked as often as one likes, within the limit of the endpoint. */
export const refreshedPayoutAccount = (client: QueryClient) =>
  queryOptions<PayoutAccountView>({
    queryKey: ["/api/payouts/account/refresh"],
    queryFn: async () => {
      const account = await refresh(newKey());
      client.setQueryData(payoutAccount().queryKey, account);
      return account;
    },
    refetchOnMount: "always",
    gcTime: 0,
    retry: 1,
  });

export const beginOnboarding = write<typeof startPayoutOnboarding>("POST", "/api/payouts/onboarding");
export const openDashboard = write<typeof openPayoutDashboard>("POST", "/api/payouts/dashboard");
export const replaceAccount = write<typeof replacePayoutAccount>("POST", "/api/payouts/account/replacement");

export const beginCardSetup = write<typeof startCardSetup>("POST", "/api/payments/cards");
export const removeCard = (cardId: string) => write<typeof removeSavedCard>("DELETE", "/api/payments/cards", cardId);
