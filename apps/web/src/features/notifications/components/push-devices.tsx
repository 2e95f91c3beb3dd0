import type * as contract from "@nexby/contract/messaging/push";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { read, write } from "../../../lib/api/queries.ts";
import { formatDay } from "../../../lib/dates.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";

const listPushDevices = () => read<typeof contract.listPushDevices>("/api/push/devices");
const addPushDevice = write<typeof contract.addPushDevice>("POST", "/api/push/devices");
const removePushDevice = (id: string) => write<typeof contract.removePushDevice>("DELETE", "/api/push/devices", id);

/** Remembers which device of the list is this browser. */
const THIS_DEVICE = "nexby-push-device";

const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Browsers on iPhones and iPads take push messages only in an app on the home screen. */
const needsInstalling = () =>
  /iPhone|iPad/.test(navigator.userAgent) && !matchMedia("(display-mode: standalone)").matches;

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** Null if the person doesn't allow it. */
async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const registration = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  const response = await fetch("/api/push/key");
  const { publicKey } = (await response.json()) as { publicKey: string };
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  localStorage.removeItem(THIS_DEVICE);
}

/** The browsers in which someone turned on push messages, and this one. */
export function PushDevices() {
  const { data: devices } = useQuery({ ...listPushDevices(), enabled: canPush() });
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: listPushDevices().queryKey });
  const adding = useMutationAction(async (key) => {
    const subscription = await subscribe().catch(() => {
      throw new Error("The browser's push service can't be reached");
    });
    if (!subscription) return;
    localStorage.setItem(THIS_DEVICE, (await addPushDevice(key, subscription)).id);
    await refresh();
  });
  const removing = useMutationAction(async (key, id: string) => {
    await removePushDevice(id)(key);
    if (localStorage.getItem(THIS_DEVICE) === id) await unsubscribe();
    await refresh();
  });

  if (needsInstalling()) {
    return (
      <p className="text-muted text-sm">
        On an iPhone or iPad, add Nexby to your home screen first: tap Share, then Add to Home Screen. Open it from
        there and turn on push messages here. Or turn on SMS instead.
      </p>
    );
  }
  if (!canPush()) return <p className="text-muted text-sm">This browser can’t show push messages. Use email or SMS.</p>;
  if (!devices) return null;
  const thisDevice = devices.find(({ id }) => id === localStorage.getItem(THIS_DEVICE));
  const problem = adding.problem ?? removing.problem;
  return (
    <div className="grid grid-cols-1 gap-3">
      {problem && (
        <Notice look="problem" role="alert">
          {problem}
        </Notice>
      )}
      {devices.length > 0 && (
        <ul aria-label="Devices with push messages" className="grid gap-2">
          {devices.map(({ id, device, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
              <span>
                {device}
                <span className="block text-muted text-sm">
                  {id === thisDevice?.id ? "This browser" : `Since ${formatDay(createdAt)}`}
                </span>
              </span>
              <Button look="outline" isBusy={removing.isBusy} onClick={() => void removing.run(id)}>
                Turn off
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!thisDevice && Notification.permission === "denied" && (
        <p className="text-muted text-sm">
          Your browser blocks messages from Nexby. Allow notifications in its settings for this site, then reload.
        </p>
      )}
      {!thisDevice && Notification.permission !== "denied" && (
        <Button look="outline" isBusy={adding.isBusy} onClick={() => void adding.run()}>
          Turn on in this browser
        </Button>
      )}
    </div>
  );
}
