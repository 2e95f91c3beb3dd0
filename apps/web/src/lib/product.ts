export { PRODUCT_NAME } from "@nexby/domain/kernel/product-name";

export const PRODUCT_CLAIM = "Rent & share locally";
export const HOME_DESCRIPTION =
  "Rent and share locally: neighborhood rentals made simple. Tents, tools, kayaks and more, from people near you.";
