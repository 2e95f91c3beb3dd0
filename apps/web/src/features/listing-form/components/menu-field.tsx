import type { uploadMenu } from "@nexby/contract/photos";
import { FileText, Trash2, Upload } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FieldError } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form-context.ts";
import { Button } from "../../../components/ui/button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { problemsOf } from "../../../lib/form-problems.ts";
import { uploadFile } from "../../../lib/upload-file.ts";
import type { ListingValues } from "../listing-values.ts";

const NAME = "foodTruck.menuFileKey";
const TYPES = "application/pdf,image/jpeg,image/png,image/webp,image/avif";

/** A menu as a file; another one takes its place. */
export function MenuField() {
  const { setValue } = useFormContext<ListingValues>();
  const [key, url] = useWatch<ListingValues, readonly [typeof NAME, "foodTruck.menuFileUrl"]>({
    name: [NAME, "foodTruck.menuFileUrl"],
  });
  const field = useField(NAME);
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();

  const keep = (menuFileKey: string, menuFileUrl: string) => {
    setValue("foodTruck.menuFileUrl", menuFileUrl);
    setValue(NAME, menuFileKey);
  };
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    setProblem(undefined);
    setShare(0);
    try {
      const watch = { onProgress: setShare, signal: new AbortController().signal };
      const kept = await uploadFile<typeof uploadMenu>("/api/menus", file, watch);
      keep(kept.menuFileKey, kept.url);
    } catch (error) {
      setProblem(problemsOf(error, []).message ?? undefined);
    } finally {
      setShare(null);
      // The same file can be chosen again.
      target.value = "";
    }
  };

  return (
    <div>
      <p className="mb-1.5 font-semibold text-sm">Menu as a file</p>
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          type="file"
          accept={TYPES}
          aria-label="Menu file"
          onChange={upload}
          className="sr-only"
          tabIndex={-1}
        />
        <Button
          id={field.id}
          look="outline"
          isBusy={share !== null}
          busyText={`Uploading ${Math.round((share ?? 0) * 100)}%`}
          onClick={() => input.current?.click()}
        >
          <Upload size={20} strokeWidth={1.75} aria-hidden="true" />
          {key ? "Replace the menu" : "Upload a menu"}
        </Button>
        {key && (
          <>
            <a href={url} target="_blank" rel="noreferrer" className={BUTTON_STYLE.outline}>
              <FileText size={20} strokeWidth={1.75} aria-hidden="true" />
              View
            </a>
            <Button look="outline" aria-label="Remove the menu" onClick={() => keep("", "")} className="px-3">
              <Trash2 size={20} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
      <p className="mt-1.5 text-muted text-sm">A PDF or a photo, up to 10 MB.</p>
      <div role="status">
        <FieldError id={field.id} error={problem ?? field.error} />
      </div>
    </div>
  );
}
