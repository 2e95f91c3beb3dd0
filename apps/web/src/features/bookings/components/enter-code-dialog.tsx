import { enterHandoffCode } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { PlanKind } from "@nexby/domain/planning/planned-times";
import { ScanLine } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Form, SubmitButton, useField } from "../../../components/forms/form.tsx";
import { CodeField } from "../../../components/forms/text-fields.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Dialog, DialogButtons } from "../../../components/ui/dialog.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { CODE_ACTIONS } from "../api.ts";
import type { ActionContext } from "../copy/actions.ts";
import { codeCopy, enterText, otherName } from "../copy/handoff.ts";
import { scannedCode } from "../handoff-digits.ts";
import { UnitsField, unitsAsked } from "./units-field.tsx";
import { useAction } from "./use-action.ts";

type Props = ActionContext & {
  booking: BookingDetailView;
  kind: PlanKind;
  /** From a QR code that opened the page; otherwise empty. */
  firstDigits: string;
  isOpen: boolean;
  onClose: () => void;
};

export function EnterCodeDialog({ isOpen, onGone, ...form }: Props) {
  const { booking, kind, onClose } = form;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Enter ${otherName(booking)}’s code`}
      text={enterText(kind, booking)}
      onOpenerGone={onGone}
    >
      <EnterCodeForm {...form} />
    </Dialog>
  );
}

function EnterCodeForm({ booking, kind, firstDigits, onClose, onTooLate }: Omit<Props, "isOpen" | "onGone">) {
  const { confirm, done } = codeCopy(kind, booking);
  const asksUnits = kind === "return" && booking.unitsOut > 1;
  const submit = useAction(CODE_ACTIONS.enter(booking.id), { done, onTooLate });
  return (
    <Form
      schema={enterHandoffCode.body}
      defaultValues={{ kind, code: firstDigits, ...(asksUnits && unitsAsked(booking)) }}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={async (values) => {
        await submit(values);
        onClose();
      }}
    >
      {asksUnits && <UnitsField booking={booking} />}
      <CodeField name="code" label="Six-digit code" />
      {canScan() && <ScanField booking={booking} />}
      <DialogButtons cancelLabel="Not now">
        <SubmitButton busyText="Confirming...">{confirm}</SubmitButton>
      </DialogButtons>
    </Form>
  );
}

/** Fills in the digits. The person still confirms them, because a handoff can't be undone. */
function ScanField({ booking }: { booking: BookingDetailView }) {
  const { setValue, setFocus } = useFormContext();
  const isRejected = useField("code").error !== undefined;
  const readCode = (text: string): boolean => {
    const digits = scannedCode(text, booking.id);
    if (digits === null) return false;
    setValue("code", digits, { shouldValidate: true });
    setFocus("code");
    return true;
  };
  return <CodeScanner name={otherName(booking)} isRejected={isRejected} onText={readCode} />;
}

type Detector = { detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> };
type DetectorClass = new (options: { formats: readonly string[] }) => Detector;

/** Not part of all browsers yet. Without it, users type the digits, or scan with their phone's camera app. */
const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

const canScan = (): boolean => detectorClass() !== undefined && navigator.mediaDevices !== undefined;

type ScannerProps = {
  /** The person whose screen shows the QR code. */
  name: string;
  /** The digits in the field were tried and rejected. */
  isRejected: boolean;
  /** Called with the text of a QR code; false if it isn't the expected one. */
  onText: (text: string) => boolean;
};

type ScanState = "closed" | "scanning" | "scanned" | "other_code" | "no_camera";

function CodeScanner({ name, isRejected, onText }: ScannerProps) {
  const [state, setState] = useState<ScanState>("closed");
  const isScanning = state === "scanning" || state === "other_code";

  return (
    <div className="grid gap-3">
      {isScanning && (
        <CameraView
          onText={(text) => {
            const isExpected = onText(text);
            setState(isExpected ? "scanned" : "other_code");
            return isExpected;
          }}
          onFailure={() => setState("no_camera")}
        />
      )}
      <div role="status" className="text-sm empty:hidden">
        {state === "scanning" && `Point the camera at the QR code on ${name}’s screen.`}
        {state === "other_code" && `This QR code isn’t for this booking. Scan the one on ${name}’s screen.`}
        {state === "scanned" && !isRejected && "Code scanned. Now confirm it."}
      </div>
      {state === "no_camera" && (
        <Notice look="problem" role="alert">
          We can’t use the camera. Allow it in your browser’s settings, or type the code.
        </Notice>
      )}
      <Button look="outline" className="w-full" onClick={() => setState(isScanning ? "closed" : "scanning")}>
        <ScanLine size={20} strokeWidth={1.75} aria-hidden="true" />
        {isScanning ? "Stop scanning" : "Scan QR code"}
      </Button>
    </div>
  );
}

const PAUSE_MS = 250;

type CameraProps = { onText: (text: string) => boolean; onFailure: () => void };

/** Uses the camera as long as it is on screen. */
function CameraView({ onText, onFailure }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onText, onFailure });
  useEffect(() => {
    latest.current = { onText, onFailure };
  });

  useEffect(() => {
    const stopping = new AbortController();
    if (video.current) {
      scan(video.current, stopping.signal, (text) => latest.current.onText(text)).catch(() => {
        if (!stopping.signal.aborted) latest.current.onFailure();
      });
    }
    return () => stopping.abort();
  }, []);

  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label="Camera"
      className="aspect-4/3 w-full rounded-card bg-subtle object-cover"
    />
  );
}

/** Reads until the expected code is found or the signal aborts. The camera is released in either case. */
async function scan(video: HTMLVideoElement, signal: AbortSignal, onText: (text: string) => boolean): Promise<void> {
  const BarcodeDetector = detectorClass();
  if (!BarcodeDetector) throw new Error("This browser can't scan");
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const [found] = await detector.detect(video);
      if (found && !signal.aborted && onText(found.rawValue)) return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  } finally {
    video.srcObject = null;
    for (const track of stream.getTracks()) track.stop();
  }
}
