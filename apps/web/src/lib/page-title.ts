import { useEffect } from "react";
import { PRODUCT_NAME } from "./product.ts";

const pageTitle = (title: string): string => `${title} · ${PRODUCT_NAME}`;

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
