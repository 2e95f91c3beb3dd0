import type { removeSavedCard, startCardSetup } from "@nexby/contract/money/payments";
import type {
  exportEarnings,
  getEarnings,
  getPayoutAccount,
  listPayouts,
  openPayoutDashboard,
  PayoutAccountView,
  refreshPayoutAccount,
  replacePayoutAccount,
  startPayoutOnboarding,
} from "@nexby/contract/money/payouts";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { read, readPages, write } from "../../lib/api/queries.ts";
import { newKey } from "../../lib/format.ts";
import { withQuery } from "../../lib/paths.ts";

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

/** Money moves without anybody's doing here: what was read before is shown, and asked for again. */
const staleTime = 0;

export const earnings = () => queryOptions({ ...read<typeof getEarnings>("/api/owner/earnings"), staleTime });

export const payoutPages = () =>
  infiniteQueryOptions({ ...readPages<typeof listPayouts>("/api/owner/payouts"), staleTime });

const STATEMENT: (typeof exportEarnings)["path"] = "/api/owner/earnings.csv";

/** A file, for the browser to save. */
export const statementPath = (year: string): string => withQuery(STATEMENT, { year });
