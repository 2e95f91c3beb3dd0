type Crumb = { name: string; path: string };

/** The way to a page, from the start page on, in the words of schema.org. */
export const breadcrumbs = (siteUrl: string, crumbs: readonly Crumb[]): object => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: [{ name: "Home", path: "/" }, ...crumbs].map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: siteUrl + path,
  })),
});
