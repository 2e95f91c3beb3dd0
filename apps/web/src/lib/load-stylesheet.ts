const loaded = new Map<string, Promise<void>>();

/** A stylesheet that only few need, fetched with the code that needs it. */
export function loadStylesheet(href: string): Promise<void> {
  const known = loaded.get(href);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      loaded.delete(href);
      link.remove();
      reject(new Error(`The stylesheet ${href} did not load`));
    };
    document.head.append(link);
  });
  loaded.set(href, loading);
  return loading;
}
