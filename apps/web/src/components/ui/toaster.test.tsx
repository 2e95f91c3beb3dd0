import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { toasts } from "../../lib/toasts.ts";
import { renderApp } from "../../testing/render-app.tsx";

afterEach(() => {
  const toast = toasts.current();
  if (toast) toasts.dismiss(toast.id);
  vi.useRealTimers();
});

const shown = () => screen.queryAllByRole("listitem").filter(({ classList }) => classList.contains("toast"));

async function showToast(isDestructive: boolean) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const app = renderApp("/credits");
  await screen.findByRole("heading", { level: 1 });
  act(() => void toasts.show({ title: "Sign In Failed", description: "Try again", isDestructive }));
  await waitFor(() => expect(shown()).toHaveLength(1));
  const [toast] = shown();
  if (!toast) throw new Error("There is no toast");
  return { ...app, toast };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe("a toast", () => {
  it("a toast waits for its code and then shows for its full time", async () => {
    let arrive = () => {};
    const code = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    vi.doMock("./toast-view.tsx", async (importOriginal) => {
      await code;
      return importOriginal();
    });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderApp("/credits");
    await screen.findByRole("heading", { level: 1 });
    act(() => void toasts.show({ title: "Saved" }));
    await pass(10_000);
    arrive();
    await waitFor(() => expect(shown()).toHaveLength(1));
    await pass(5_000);
    expect(shown()).toEqual([]);
  });

  it("a toast is announced assertively and closes with its button", async () => {
    const { user, toast } = await showToast(true);
    const announced = await waitFor(() => {
      const status = screen.getAllByRole("status").find(({ textContent }) => textContent?.includes("Sign In Failed"));
      if (!status) throw new Error("Nothing is announced");
      return status;
    });
    expect(announced).toHaveAttribute("aria-live", "assertive");
    expect(announced).toHaveTextContent("Try again");
    await user.click(within(toast).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(shown()).toEqual([]));
  });

  it("a toast disappears after 5 seconds, and a new one replaces it", async () => {
    await showToast(false);
    await pass(4_000);
    act(() => void toasts.show({ title: "Saved" }));
    await waitFor(() => expect(shown().map(({ textContent }) => textContent)).toEqual(["Saved"]));
    await pass(5_000);
    expect(shown()).toEqual([]);
  });
});
