import { KeyboardSensor, type KeyboardSensorProps } from "@dnd-kit/core";

/**
 * dnd-kit listens for keys from the task after the one in which a drag begins. On a busy device a key comes before that,
 * as keys go before timers, and would be lost: it is held until then.
 */
export class PromptKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super(props);
    const held: KeyboardEvent[] = [];
    const hold = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      held.push(event);
    };
    // Capturing, which for the key that began the drag is over.
    document.addEventListener("keydown", hold, true);
    setTimeout(() => {
      document.removeEventListener("keydown", hold, true);
      for (const { code, key, target } of held) {
        target?.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true, cancelable: true }));
      }
    });
  }
}
