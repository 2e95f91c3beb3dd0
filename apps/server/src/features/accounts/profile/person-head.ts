import type { PublicProfileView } from "@nexby/contract/profile";
import { PRODUCT_NAME } from "@nexby/domain/kernel/product-name";
import type { PageHead } from "../../../platform/http/page-head.ts";

/** How a person's page looks where its address is shared: no more than the page itself tells everybody. */
export function personHead({ firstName, lastName, city, state, profileImageUrl }: PublicProfileView): PageHead {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const place = [city, state].filter(Boolean).join(", ");
  return {
    title: name || "A neighbor",
    description: `What ${firstName || "a neighbor"}${place && ` from ${place}`} shares on ${PRODUCT_NAME}.`,
    type: "profile",
    image: profileImageUrl,
  };
}
