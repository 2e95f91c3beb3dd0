import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { sharedChunks } from "./shared-chunks.ts";

test.each(["/srv/nexby/app/", "/srv/a b/ünï/100%/app/"])(
  "assigns modules to the shared chunks when the app is in %s",
  (folder) => {
    const imports: Record<string, string[]> = {
      [`${folder}main.tsx`]: [`${folder}frame.tsx`],
      [`${folder}routes/content-routes.tsx`]: [`${folder}policy.tsx`],
    };
    const modules = {
      getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [], code: null }),
    };
    const nameOf = (file: string) =>
      sharedChunks(pathToFileURL(folder))
        .map(({ name }) => (typeof name === "string" ? name : name(folder + file, modules)))
        .find((name) => name !== null);
    expect(["frame.tsx", "policy.tsx", "field.tsx"].map(nameOf)).toEqual(["shared", "quiet", "forms"]);
  },
);
