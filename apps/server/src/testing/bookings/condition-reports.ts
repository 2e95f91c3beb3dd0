import { addRentalPhoto, type RentalPhotoView, reportCondition } from "@nexby/contract/bookings/condition";
import {
  type ItemCondition,
  type PhotoStage,
  type ReportPhase,
  STAGE_OF_PHASE,
} from "@nexby/domain/condition/condition-reports";
import { newId } from "../../platform/ids.ts";
import { addressOf, send } from "../call.ts";
import { formWith, jpeg } from "../listings/good-files.ts";

type Person = { headers: Record<string, string> };

type SentPhoto = {
  bookingId: string;
  photoId?: string;
  stage?: PhotoStage;
  shot?: string;
  sha256?: string;
  bytes?: Buffer;
  name?: string;
};

let tinyPhoto: Promise<Buffer> | undefined;

/** Made once, because most tests only need any photo. */
const anyPhoto = (): Promise<Buffer> => {
  tinyPhoto ??= jpeg({ width: 30, height: 20 });
  return tinyPhoto;
};

/** Sends a rental's photo as a browser does and returns any response. */
export async function sendPhoto(origin: string, { headers }: Person, photo: SentPhoto): Promise<Response> {
  const { bookingId, photoId = newId(), stage = "pickup", shot, sha256, name = "photo.jpg" } = photo;
  const query = { stage, ...(shot && { shot }), ...(sha256 && { sha256 }) };
  const address = addressOf(addRentalPhoto, { params: { bookingId, photoId }, query });
  const body = formWith({ bytes: photo.bytes ?? (await anyPhoto()), name });
  return fetch(origin + address, { method: addRentalPhoto.method, headers, body });
}

export async function addPhoto(origin: string, person: Person, photo: SentPhoto): Promise<RentalPhotoView> {
  const response = await sendPhoto(origin, person, photo);
  const json: unknown = await response.json();
  if (response.status !== 201) throw new Error(`The photo was answered ${response.status}: ${JSON.stringify(json)}`);
  return addRentalPhoto.response.parse(json);
}

type SentReport = {
  bookingId: string;
  reportId?: string;
  phase: ReportPhase;
  condition?: ItemCondition;
  notes?: string;
  photoIds?: readonly string[];
  marks?: readonly { description: string; photoId?: string }[];
  pieces?: readonly { name: string; count: number }[];
  photoCode?: string;
  photoCodeAt?: string;
};

export const sendReport = (origin: string, { headers }: Person, report: SentReport): Promise<Response> => {
  const { bookingId, reportId = newId(), ...body } = report;
  return send(origin, reportCondition, {
    params: { bookingId, reportId },
    body: { condition: "good", ...body },
    headers,
  });
};

/** Adds a photo and reports the item's condition with it. Returns the photo's id. */
export async function reportWithPhoto(origin: string, person: Person, report: SentReport): Promise<string> {
  const { bookingId, phase } = report;
  const { id } = await addPhoto(origin, person, { bookingId, stage: STAGE_OF_PHASE[phase] });
  const response = await sendReport(origin, person, { photoIds: [id], ...report });
  if (response.status !== 200) throw new Error(`The report was answered ${response.status}: ${await response.text()}`);
  await response.body?.cancel();
  return id;
}

/** What an owner reports before they claim damage. */
export const DAMAGE = { phase: "check_in", condition: "damaged", notes: "A torn seam" } as const;

/** What an owner claims then, besides the amount and the photos. */
export const CLAIM = { damageType: "broken", severity: "medium", notes: DAMAGE.notes } as const;
