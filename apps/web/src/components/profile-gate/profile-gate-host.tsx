import { useSignal } from "../../lib/signal.ts";
import { LazyPart } from "../ui/lazy-part.tsx";
import { profileGate } from "./profile-gate.ts";

const loadDialog = () => import("./profile-gate-dialog.tsx").then((module) => module.ProfileGateDialog);

/** The one place at which the dialog is shown, wherever it was asked for. */
export function ProfileGateHost() {
  const purpose = useSignal(profileGate);
  return purpose && <LazyPart load={loadDialog} props={{ purpose, onClose: () => profileGate.set(null) }} />;
}
