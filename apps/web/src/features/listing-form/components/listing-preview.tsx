import type { CurrentUserView } from "@nexby/contract/accounts";
import type { CategoryView } from "@nexby/contract/categories";
import type { ItemDetailView, OwnItemView } from "@nexby/contract/items";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { placeAround } from "../../../lib/places.ts";
import type { ListingValues } from "../listing-values.ts";
import { previewItem } from "../preview-item.ts";

type Props = {
  values: ListingValues;
  user: CurrentUserView;
  item: OwnItemView | undefined;
  categories: readonly CategoryView[];
  render: (item: ItemDetailView) => ReactNode;
};

/** As neighbors will see it: of the location they are told the town. */
export function ListingPreview({ values, user, item, categories, render }: Props) {
  const { latitude, longitude } = values;
  const isLocated = latitude !== null && longitude !== null;
  const { data: place } = useQuery({
    ...placeAround({ latitude: latitude ?? 0, longitude: longitude ?? 0 }, values.location),
    enabled: isLocated,
    throwOnError: false,
  });
  const town = place ? `${place.city}, ${place.state}` : "Your town";
  return render(previewItem({ values, user, item, categories, town }));
}
