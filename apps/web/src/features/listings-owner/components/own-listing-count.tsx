import { useInfiniteQuery } from "@tanstack/react-query";
import { ownItemPages } from "../api/own-items.ts";

/** How many items one shares, as soon as that is known. */
export function OwnListingCount() {
  const { data, hasNextPage } = useInfiniteQuery(ownItemPages());
  if (!data) return null;
  const count = data.pages.flatMap((page) => page.body).length;
  if (count === 0) return <>You share no items right now.</>;
  return <>{`You share ${count}${hasNextPage ? " or more" : ""} item${count === 1 && !hasNextPage ? "" : "s"}.`}</>;
}
