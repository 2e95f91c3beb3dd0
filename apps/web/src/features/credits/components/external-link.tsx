import type { ReactNode } from "react";

export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      rel="noreferrer"
      className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {children}
    </a>
  );
}
