import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { followMessages, type MessageEvent as LiveMessage } from "../lib/live-messages.ts";
import { renderApp } from "../testing/render-app.tsx";

const BELL = "../features/notifications/components/bell.tsx";

it("a signed-in user gets live messages in a layout without the notification bell", async () => {
  vi.doMock(BELL, () => ({ Bell: () => <span>No bell</span> }));
  onTestFinished(() => vi.doUnmock(BELL));
  const heard: LiveMessage[] = [];
  onTestFinished(followMessages((event) => heard.push(event)));
  let count = 0;
  renderApp("/disputes", { "GET /api/conversations/unread": () => ({ count }) }, { user: {} });
  const streams: EventTarget[] = [];
  const OpenStream = class extends EventTarget {
    constructor() {
      super();
      streams.push(this);
    }
    close(): void {}
  };
  vi.stubGlobal("EventSource", OpenStream);

  expect(await screen.findByText("No bell")).toBeInTheDocument();
  await waitFor(() => expect(streams).toHaveLength(1));
  count = 1;
  const message = { conversationId: "c1", sequence: 2, isForYou: true };
  const event = new MessageEvent("message_created", { data: JSON.stringify(message), lastEventId: "7" });
  act(() => void streams[0]?.dispatchEvent(event));
  expect(heard).toEqual([{ ...message, type: "message_created" }]);
  await waitFor(() => expect(document.title).toBe("(1) Disputes · Nexby"));
});
