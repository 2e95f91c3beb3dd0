import type { Endpoint } from "@nexby/contract/endpoint";

type File = { bytes: Buffer; name?: string; type?: string; field?: string };

/** An upload as a browser sends it. */
export function formWith(...files: File[]): FormData {
  const form = new FormData();
  for (const { bytes, name = "photo.jpg", type = "image/jpeg", field = "file" } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  return form;
}

export const sendForm = (
  origin: string,
  { method, path }: Endpoint,
  form: FormData,
  headers: Record<string, string>,
): Promise<Response> => fetch(origin + path, { method, headers, body: form });
