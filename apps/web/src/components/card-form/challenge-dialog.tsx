import { useId } from "react";
import { Modal } from "../ui/modal.tsx";

type Props = {
  url: string;
  /** The page has been answered, or shows itself for the first time. */
  onLoad: () => void;
  onClose: () => void;
};

/** The bank's own page, inside of ours: what is filled in around it stays. */
export function ChallengeDialog({ url, onLoad, onClose }: Props) {
  const frame = useId();
  return (
    <Modal
      title="Your bank asks you to confirm"
      onClose={onClose}
      className="m-auto h-[min(34rem,100dvh)] w-full max-w-lg rounded-sheet"
    >
      <iframe id={frame} src={url} title="Your bank" onLoad={onLoad} className="min-h-0 w-full flex-1 border-0" />
    </Modal>
  );
}
