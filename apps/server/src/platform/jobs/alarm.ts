type Alarm = {
  ring(): void;
  /** Ends after the time or at a ring. A ring while nobody sleeps ends the next sleep, so that none is lost. */
  sleep(milliseconds: number): Promise<void>;
};

/** A sleep that can be cut short, for one sleeper. */
export function createAlarm(): Alarm {
  let isRung = false;
  let wakeSleeper: (() => void) | undefined;
  return {
    ring() {
      isRung = true;
      wakeSleeper?.();
    },
    async sleep(milliseconds) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wakeSleeper = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wakeSleeper = undefined;
      isRung = false;
    },
  };
}
