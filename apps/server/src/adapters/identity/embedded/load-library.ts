let library: Promise<typeof import("oidc-provider")> | undefined;

/** Only when it is needed, and without its warning that Node 20 is old: our tests run it there. */
export function loadLibrary(): Promise<typeof import("oidc-provider")> {
  if (library) return library;
  const { warn } = console;
  console.warn = () => undefined;
  library = import("oidc-provider").finally(() => {
    console.warn = warn;
  });
  return library;
}
