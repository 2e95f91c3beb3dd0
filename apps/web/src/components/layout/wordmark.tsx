import { PRODUCT_NAME } from "../../lib/product.ts";

export function Wordmark() {
  return (
    <span className="display-type text-[1.75rem] leading-8 text-primary">
      {PRODUCT_NAME.toLowerCase()}
      <span aria-hidden="true" className="text-accent">
        .
      </span>
    </span>
  );
}
