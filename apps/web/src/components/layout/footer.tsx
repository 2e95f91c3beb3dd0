import { Link } from "wouter";
import { PRODUCT_CLAIM, PRODUCT_NAME } from "../../lib/product.ts";

const LINK = "flex min-h-11 items-center rounded-control px-2 underline-offset-4 hover:text-ink hover:underline";

export function Footer() {
  return (
    <footer className="mt-16 border-line border-t bg-surface">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 text-muted text-sm">
        <p className="py-3">
          {PRODUCT_NAME} · {PRODUCT_CLAIM}
        </p>
        <nav aria-label="Footer" className="-mx-2 flex gap-2">
          <Link href="/credits" className={LINK}>
            Credits
          </Link>
          <a href="/api/docs" className={LINK}>
            API docs
          </a>
        </nav>
      </div>
    </footer>
  );
}
