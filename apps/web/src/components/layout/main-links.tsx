import { Link, useLocation } from "wouter";
import { ListItemLink } from "../product/profile-gate.tsx";

type Props = { className: string; onClick?: () => void };

/** Links of the header, repeated in the menu of small screens. */
export function MainLinks({ className, onClick }: Props) {
  return (
    <>
      <MainLink href="/browse" className={className} onClick={onClick}>
        Browse
      </MainLink>
      <ListItemLink className={className} onClick={onClick}>
        List an Item
      </ListItemLink>
      <MainLink href="/how-it-works" className={className} onClick={onClick}>
        How It Works
      </MainLink>
    </>
  );
}

function MainLink({ href, className, onClick, children }: Props & { href: string; children: string }) {
  const [path] = useLocation();
  return (
    <Link
      href={href}
      aria-current={isActiveTab(href, path) ? "page" : undefined}
      className={className}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}

/** Home is active only on its own page, because every path starts with "/". */
export const isActiveTab = (tabPath: string, path: string): boolean =>
  tabPath === "/" ? path === "/" : path.startsWith(tabPath);
