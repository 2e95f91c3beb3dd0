import { fileURLToPath } from "node:url";
import { routeModule } from "./route-modules.ts";

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null };

/** The shell and the landing page, which must load fast. */
const FIRST = ["main", "routes/index-route"];

/** Public pages without forms. */
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

/** Checkout and its result pages, which must not wait for the forms of other pages. */
const CHECKOUT = ["combined-checkout", "checkout", "booking-success", "success", "cancel"].map(
  (page) => `routes/${routeModule(page)}`,
);

/** Signed-in and admin pages without forms. */
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

/** Shared by the results page and its parts of the header. */
const BROWSE = /\/src\/features\/browse\//;

/** Shared by the parts of condition reports only. */
const CONDITION = /\/src\/((features\/)?condition\/|bookings\/condition\.ts$)/;

/** Other public pages must load neither that nor the form of a rental, which the listing shares with checkout. */
const NOT_QUIET = /\/src\/(features\/browse|components\/rental)\//;

/**
 * The two roots, which the pages name, and exports of a package that the landing page needs but that are unused there:
 * infinite and parallel queries, mutations.
 */
const NOT_FIRST =
  /\/((main|index-route)\.tsx|(useInfiniteQuery|infiniteQueryObserver|useQueries|queriesObserver|useMutation|mutationObserver)\.js)$/;

/**
 * Bundles shared code into eight chunks instead of dozens of small files: the landing page (`shared`), other public
 * pages without forms (`quiet`), the rental form (`rental`), the results page (`browse`), checkout, signed-in pages
 * without forms (`personal`), everything else (`forms`: forms with their schemas, and dialogs) and condition reports,
 * which are parts of one page and load when they are shown.
 */
export function sharedChunks(app: URL) {
  // The bundler identifies modules by file path, and a URL's pathname encodes spaces and letters like ü.
  const moduleOf = (entry: string): string => fileURLToPath(new URL(`${entry}.tsx`, app));
  return [
    // Also what only the entry imports: one file compresses better than two.
    chunkOf("shared", FIRST.map(moduleOf), NOT_FIRST, 1),
    chunkOf("quiet", QUIET.map(moduleOf), NOT_QUIET),
    // After `quiet`, because a group takes along what its modules import.
    chunkOf("rental", QUIET.map(moduleOf), BROWSE),
    chunkOf("browse", QUIET.map(moduleOf), null),
    chunkOf("checkout", CHECKOUT.map(moduleOf), null),
    chunkOf("personal", PERSONAL.map(moduleOf), null),
    { name: (id: string) => (CONDITION.test(id) ? null : "forms"), minShareCount: 2 },
    { name: "condition", minShareCount: 2 },
  ];
}

function chunkOf(name: string, roots: readonly string[], without: RegExp | null, minShareCount = 2) {
  let imported: ReadonlySet<string> | null = null;
  const isImported = (id: string, modules: Modules): boolean => {
    imported ??= importedBy(roots, modules);
    return imported.has(id) && !without?.test(id);
  };
  return {
    debugName: name,
    name: (id: string, modules: Modules) => (isImported(id, modules) ? name : null),
    minShareCount,
  };
}

/** The icon package is a single module that imports every icon, so only the icons named in an import count. */
const ICON_PACKAGE = /lucide-react\/dist\/esm\/lucide-react\.m?js$/;
const ICON_NAMES = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;
const ICON_EXPORTS = /export\s*\{([^}]*)\}\s*from\s*["']\.\/icons\/([\w-]+)\.m?js["']/g;

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
    const icons = modules.getModuleInfo(barrel);
    const files = filesOfIcons(namedIcons(module?.code ?? ""), icons?.code ?? "");
    icons?.importedIds.filter((file) => files.has(nameOf(file))).forEach(visit);
  };
  entries.forEach(visit);
  return found;
}

const isIcon = (file: string): boolean => file.includes("/icons/");
const nameOf = (file: string): string => file.replace(/^.*\/|\.m?js$/g, "");

function namedIcons(code: string): ReadonlySet<string> {
  const names = [...code.matchAll(ICON_NAMES)].flatMap(([, list = ""]) => list.split(","));
  return new Set(names.map((name) => name.trim().split(/\s+as\s+/)[0] ?? ""));
}

/** Icons have several names but one file, so the package's own exports say which. */
function filesOfIcons(names: ReadonlySet<string>, packageCode: string): ReadonlySet<string> {
  const exported = [...packageCode.matchAll(ICON_EXPORTS)];
  const isNamed = (list: string) => list.split(",").some((name) => names.has(name.trim().split(/\s+as\s+/)[1] ?? ""));
  return new Set(exported.flatMap(([, list = "", file = ""]) => (isNamed(list) ? [file] : [])));
}
