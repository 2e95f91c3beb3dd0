import { Link, useLocation } from "wouter";
import { ListItemLink } from "../product/profile-gate.tsx";

type Props = { className: string; onClick?: () => void };

/** The links of the header, which the menu of small screens repeats. */
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

/** Every path begins with "/", so that home is active on its own page only. */
export const isActiveTab = (tabPath: string, path: string): boolean =>
  tabPath === "/" ? path === "/" : path.startsWith(tabPath);
