import { fileURLToPath } from "node:url";
import { routeModule } from "./route-modules.ts";

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null };

/** The frame and the landing page, which must arrive fast. */
const FIRST = ["main", "routes/index-route"];

/** Pages on which nothing is filled in. */
const QUIET = [
  "browse",
  "home",
  "listing",
  "person",
  "how-it-works",
  "prohibited-items",
  "terms",
  "privacy-policy",
  "cookie-policy",
  "payment-setup-complete",
  "credits",
  "not-found",
].map((page) => `routes/${routeModule(page)}`);

/** Where people pay and where they end up after it, which must not wait for the forms of other pages. */
const CHECKOUT = ["combined-checkout", "checkout", "booking-success", "success", "cancel"].map(
  (page) => `routes/${routeModule(page)}`,
);

/** Pages of signed-in people and administrators on which nothing is filled in. */
const PERSONAL = [
  "my-listings",
  "my-support",
  "notifications",
  "notification-history",
  "messages",
  "disputes",
  "booking-requests",
  "my-bookings",
  "booking",
  "saved",
  "admin-disputes",
  "admin-agreement-templates",
].map((page) => `routes/${routeModule(page)}`);

/** Named by a package that the first page needs, yet nothing of it is used there: lists in pages, and writes. */
const NOT_FIRST = /\/(useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver)\.js$/;

/**
 * What several pages share comes in five files, not in dozens of small ones: what the landing page needs as well, what
 * other quiet pages do, what paying does, what quiet pages of signed-in people do, and what only the rest does, which is
 * forms with their schemas and dialogs.
 */
export function sharedChunks(app: URL) {
  // Modules are known by their paths, and a URL's pathname has spaces and letters like ü encoded.
  const moduleOf = (entry: string): string => fileURLToPath(new URL(`${entry}.tsx`, app));
  return [
    chunkOf("shared", FIRST.map(moduleOf), NOT_FIRST),
    chunkOf("quiet", QUIET.map(moduleOf), null),
    chunkOf("checkout", CHECKOUT.map(moduleOf), null),
    chunkOf("personal", PERSONAL.map(moduleOf), null),
    { name: "forms", minShareCount: 2 },
  ];
}

function chunkOf(name: string, roots: readonly string[], without: RegExp | null) {
  let imported: ReadonlySet<string> | null = null;
  const isImported = (id: string, modules: Modules): boolean => {
    imported ??= importedBy(roots, modules);
    return imported.has(id) && !without?.test(id);
  };
  return {
    debugName: name,
    name: (id: string, modules: Modules) => (isImported(id, modules) ? name : null),
    minShareCount: 2,
  };
}

/** The package of icons is one module that imports them all; what counts is which of them are named. */
const ICON_PACKAGE = /lucide-react\/dist\/esm\/lucide-react\.m?js$/;
const ICON_NAMES = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;

function importedBy(entries: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    const module = modules.getModuleInfo(id);
    const imported = module?.importedIds ?? [];
    if (ICON_PACKAGE.test(id)) return imported.filter((file) => !isIcon(file)).forEach(visit);
    imported.forEach(visit);
    const barrel = imported.find((file) => ICON_PACKAGE.test(file));
    if (!barrel) return;
    const files = namedIcons(module?.code ?? "");
    modules
      .getModuleInfo(barrel)
      ?.importedIds.filter((file) => files.has(nameOf(file)))
      .forEach(visit);
  };
  entries.forEach(visit);
  return found;
}

const isIcon = (file: string): boolean => file.includes("/icons/");
const nameOf = (file: string): string => file.replace(/^.*\/|\.m?js$/g, "");

/** `import { CircleCheck } from "lucide-react"` needs circle-check. */
function namedIcons(code: string): Set<string> {
  const names = [...code.matchAll(ICON_NAMES)].flatMap(([, list = ""]) => list.split(","));
  return new Set(names.map((name) => kebab(name.trim().split(/\s+as\s+/)[0] ?? "")));
}

const kebab = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/([a-zA-Z])(\d)/g, "$1-$2")
    .toLowerCase();
