import { CircleCheck } from "lucide-react";

/** Beside the button that was pressed; read out when it appears. */
export function SavedStatus({ text, className = "" }: { text: string | null; className?: string }) {
  return (
    <div role="status">
      {text && (
        <p className={`flex items-center gap-1.5 font-medium text-on-success-soft ${className}`}>
          <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
