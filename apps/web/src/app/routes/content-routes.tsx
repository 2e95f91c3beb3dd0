import { Link } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { CategoryChips } from "../../components/product/category-chips.tsx";
import { ListItemLink } from "../../components/product/profile-gate.tsx";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { Guide, LISTING, RENTING } from "../../features/content/how-it-works.tsx";
import { PolicyPage } from "../../features/content/policy-page.tsx";
import { ProhibitedItems } from "../../features/content/prohibited-items.tsx";
import { usePageTitle } from "../../lib/browser/document.ts";

const TERMS = "Terms and Conditions";

export function TermsRoute() {
  usePageTitle(TERMS);
  return <PolicyPage kind="terms" name={TERMS} />;
}

const PRIVACY_POLICY = "Privacy Policy";

export function PrivacyPolicyRoute() {
  usePageTitle(PRIVACY_POLICY);
  return <PolicyPage kind="privacy-policy" name={PRIVACY_POLICY} />;
}

const COOKIE_POLICY = "Cookie Policy";

export function CookiePolicyRoute() {
  usePageTitle(COOKIE_POLICY);
  return <PolicyPage kind="cookie-policy" name={COOKIE_POLICY} />;
}

export function ProhibitedItemsRoute() {
  usePageTitle("Prohibited items");
  return (
    <div className="page-width max-w-5xl pt-8 md:pt-12">
      <PageHeading>Prohibited items</PageHeading>
      <p className="mt-2 mb-8 max-w-[68ch] text-pretty text-muted">
        For safety or legal reasons, you can’t list some items. We remove listings that include them.
      </p>
      <ProhibitedItems />
    </div>
  );
}

export function HowItWorksRoute() {
  usePageTitle("How it works");
  return (
    <div className="page-width max-w-6xl pt-8 md:pt-12">
      <PageHeading>How it works</PageHeading>
      <p className="mt-2 max-w-[68ch] text-pretty text-muted">
        Renting from a neighbor takes a few minutes. Listing an item takes a few photos.
      </p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <Guide title="Renting" steps={RENTING} />
        <Guide title="Listing" steps={LISTING} />
      </div>
      <div className="mt-12 text-center">
        <h2 className="mb-4 display-type text-xl">What are you looking for?</h2>
        <CategoryChips label="Popular categories" />
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Link href="/browse" className={BUTTON_STYLE.primary}>
            Browse items
          </Link>
          <ListItemLink className={BUTTON_STYLE.outline}>List an item</ListItemLink>
        </div>
      </div>
    </div>
  );
}
