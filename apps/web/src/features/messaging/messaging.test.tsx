import type { ConversationView, MessageView } from "@nexby/contract/messaging/conversations";
import { HOUR } from "@nexby/domain/kernel/duration";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { publishMessageEvent } from "../../lib/live-messages.ts";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";

const ID = "0198c0de-0000-7000-8000-0000000000c1";
const PATH = `/api/conversations/${ID}`;

const message = (sequence: number, changes: Partial<MessageView> = {}): MessageView => ({
  id: `m${sequence}`,
  conversationId: ID,
  sequence,
  type: "text",
  sender: "other",
  content: `Message ${sequence}`,
  hidden: [],
  photo: null,
  createdAt: "2026-11-18T09:00:00.000Z",
  ...changes,
});

const CONVERSATION: ConversationView = {
  id: ID,
  role: "renter",
  status: "active",
  item: { id: "item", title: "Dome tent", cover: null, placeholder: null },
  booking: null,
  other: {
    ...{ id: "owner", firstName: "Maya", lastName: "Rivera", profileImageUrl: null, isOnline: true },
    ...{ deliveredSequence: 0, readSequence: 0, readAt: null },
  },
  lastMessage: message(1),
  lastSequence: 1,
  readSequence: 0,
  unreadCount: 1,
  match: null,
  areContactsShown: false,
  isArchived: false,
  isBlocked: false,
  canBlock: true,
  blockRefusal: null,
  writeRefusal: null,
  writableUntil: null,
};

/** A server with this conversation, and how to change it. */
function open(changes: Partial<ConversationView> = {}, given: MessageView[] = [message(1)], more: Answers = {}) {
  const server = { conversation: { ...CONVERSATION, ...changes }, messages: [...given] };
  const view = renderApp(
    `/messages?conversation=${ID}`,
    {
      "GET /api/conversations": () => [server.conversation],
      [`GET ${PATH}`]: () => server.conversation,
      [`GET ${PATH}/messages`]: ({ search }) => {
        const after = search.get("after");
        return after === null ? server.messages : server.messages.filter(({ sequence }) => sequence > Number(after));
      },
      [`POST ${PATH}/read`]: { unreadCount: 0 },
      [`POST ${PATH}/typing`]: { success: true },
      "GET /api/messages/settings": { showsOnline: true },
      ...more,
    },
    { user: {} },
  );
  return { ...view, server };
}

const log = () => screen.findByRole("log", { name: "Messages with Maya Rivera" });
const field = () => screen.findByRole("textbox", { name: "Message to Maya" });

describe("[MSG-01] messages", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("messages show the thread, mark it as read, and tell booking events from a person's words", async () => {
    const system = message(2, { type: "system", sender: null, content: "Omar sent a booking request." });
    const { calls } = open({ booking: { ...BOOKING, status: "pending" } }, [message(1), system], {
      [`GET /api/bookings/${BOOKING.id}`]: BOOKING,
    });
    expect(await within(await log()).findByText("Message 1")).toBeVisible();
    const update = within(await log())
      .getByText("Booking update")
      .closest("li");
    expect(update).toHaveTextContent("Omar sent a booking request.");
    expect(screen.getByText("Online")).toBeVisible();
    expect(await screen.findByText("Waiting for the owner")).toBeVisible();
    await waitFor(() => {
      const read = calls.find(({ method, path }) => method === "POST" && path === `${PATH}/read`);
      expect(read?.body).toEqual({ sequence: 1 });
    });
  });

  it("messages are marked as read up to the other person's newest one", async () => {
    const { callsTo } = open({ lastSequence: 2, unreadCount: 2 }, [message(1), message(2)]);
    await waitFor(() => expect(callsTo(`POST ${PATH}/read`).at(-1)?.body).toEqual({ sequence: 2 }));
  });

  it("messages are not marked as read before their page is visible", async () => {
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const { server, callsTo } = open();
    expect(await within(await log()).findByText("Message 1")).toBeVisible();
    server.messages.push(message(2));
    act(() => publishMessageEvent({ type: "message_created", conversationId: ID, sequence: 2, isForYou: true }));
    expect(await within(await log()).findByText("Message 2")).toBeVisible();
    visibility.mockReturnValue("visible");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(callsTo(`POST ${PATH}/read`)).not.toEqual([]));
    expect(callsTo(`POST ${PATH}/read`).map(({ body }) => body)).toEqual([{ sequence: 2 }]);
  });

  it("messages are listed with the other person, what they are about, the last words and how many are unread", async () => {
    open({ booking: { ...BOOKING, status: "approved" }, lastMessage: message(1, { sender: "you" }) });
    const entry = within(await screen.findByRole("region", { name: "Conversations" }));
    expect(await entry.findByText("Maya Rivera")).toBeVisible();
    expect(entry.getByText(/^Dome tent · Jun 4/)).toBeVisible();
    expect(entry.getByText("You: Message 1")).toBeVisible();
    expect(entry.getByText("1 unread message")).toBeInTheDocument();
  });

  it.each([
    ["no conversation", [], "No messages yet"],
    ["archived ones only", [CONVERSATION], "Your inbox is empty"],
  ])("messages say why the inbox of a person with %s is empty", async (_, archived, title) => {
    const { user } = renderApp(
      "/messages",
      { "GET /api/conversations": ({ search }) => (search.get("folder") === "archived" ? archived : []) },
      { user: {} },
    );
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Archived" }));
    if (archived.length > 0) expect(await screen.findByText("Maya Rivera")).toBeVisible();
    else expect(await screen.findByRole("heading", { name: "No archived conversations" })).toBeVisible();
  });

  it("messages say that the list can't be loaded, instead of a list that seems to load", async () => {
    open({}, undefined, { "GET /api/conversations": () => refusal(403, "forbidden", "No") });
    const list = within(await screen.findByRole("region", { name: "Conversations" }));
    expect(await list.findByRole("alert")).toHaveTextContent("Something went wrong");
    expect(list.queryByText("Loading conversations")).toBeNull();
  });

  it("messages show the state of the last own one only", async () => {
    open({}, [message(1, { sender: "you" }), message(2, { sender: "you" }), message(3)]);
    const states = await within(await log()).findAllByText("Sent");
    expect(states.map((state) => state.closest("li")?.dataset.sequence)).toEqual(["2"]);
  });

  it.each([false, null])("messages don't show the other person as online when that is %s", async (isOnline) => {
    open({ other: { ...CONVERSATION.other, isOnline } });
    expect(await within(await log()).findByText("Message 1")).toBeVisible();
    expect(screen.queryByText("Online")).toBeNull();
  });

  it("messages say which rule hides contact details and when it ends", async () => {
    open({}, [
      message(1, { content: "Call [phone number hidden]", hidden: ["phone"] }),
      message(2, { sender: "you", content: "12 Oak Street", hidden: ["address"] }),
    ]);
    expect(await screen.findByText("We hide phone numbers until the booking is approved.")).toBeVisible();
    expect(screen.getByText("Maya can’t see street addresses until the booking is approved.")).toBeVisible();
    expect(screen.queryByLabelText("Send photos")).toBeNull();
  });

  it("messages appear at once when sent, and can be sent again when the server did not answer", async () => {
    const { user, server } = open({}, [message(1)], {});
    const send = async () => {
      await user.type(await field(), "Hello{Enter}");
      return within(await log()).findByText("Hello");
    };
    expect(await send()).toBeVisible();
    expect(await field()).toHaveValue("");
    // No answer for the message's own id: it stays, with a way to send it again.
    expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
    server.messages.push(message(2, { sender: "you", content: "Sent from my phone" }));
    act(() => publishMessageEvent({ type: "message_created", conversationId: ID, sequence: 2, isForYou: false }));
    expect(await screen.findByText("Sent from my phone")).toBeVisible();
  });

  it.each([
    ["Sent", 0, 0, null],
    ["Delivered", 1, 0, null],
    ["Read 3:40 PM", 1, 1, "2026-11-18T15:40:00.000Z"],
    ["Read Nov 19, 2026, 8:05 AM", 1, 1, "2026-11-19T08:05:00.000Z"],
  ])("messages show under the last own one: %s", async (text, deliveredSequence, readSequence, readAt) => {
    const other = { ...CONVERSATION.other, deliveredSequence, readSequence, readAt };
    open({ other }, [message(1, { sender: "you" })]);
    expect(await within(await log()).findByText(text)).toBeVisible();
  });

  it("messages keep the draft of a conversation, and offer quick replies for an empty one", async () => {
    const { user, unmount } = open();
    await user.click(await screen.findByRole("button", { name: "Can you deliver it?" }));
    expect(await field()).toHaveValue("Can you deliver it?");
    expect(localStorage.getItem(`nexby-draft-${ID}`)).toBe("Can you deliver it?");
    unmount();
  });

  it("messages show that the other person is typing until they have sent it", async () => {
    const { server } = open();
    await within(await log()).findByText("Message 1");
    const until = new Date(Date.now() + HOUR).toISOString();
    act(() => publishMessageEvent({ type: "typing", conversationId: ID, until }));
    expect(await screen.findByText("Maya is typing…")).toBeVisible();
    server.messages.push(message(2));
    act(() => publishMessageEvent({ type: "message_created", conversationId: ID, sequence: 2, isForYou: true }));
    expect(await screen.findByText("Message 2", { selector: "div" })).toBeVisible();
    expect(screen.queryByText("Maya is typing…")).toBeNull();
  });

  it.each([
    ["you_blocked", "You blocked Maya. Unblock Maya to write."],
    ["booking_ended", "This rental ended more than 7 days ago, so this conversation is closed."],
  ] as const)("messages can't be written when refused: %s", async (writeRefusal, text) => {
    open({ writeRefusal });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "Message to Maya" })).toBeNull();
  });

  it("start from a listing, or say why not", async () => {
    renderApp(
      "/messages?item=item",
      {
        "GET /api/conversations": [],
        "POST /api/items/item/conversation": () =>
          refusal(403, "account_not_approved", "Our team has to approve your account first"),
      },
      { user: { isApproved: false } },
    );
    expect(await screen.findByText("Our team has to approve your account first")).toBeVisible();
  });

  const chooseBlock = async (user: ReturnType<typeof open>["user"]) => {
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Block Maya" }));
  };

  it("messages let a person block the other one", async () => {
    const { user, server, callsTo } = open({}, undefined, { [`PATCH ${PATH}`]: () => server.conversation });
    await chooseBlock(user);
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.click(dialog.getByRole("button", { name: "Block Maya" }));
    await waitFor(() => expect(callsTo(`PATCH ${PATH}`)).toMatchObject([{ body: { isBlocked: true } }]));
  });

  it("messages say what must be over before a person can block the other one", async () => {
    const blockRefusal = "You can block this person when your booking with them is over. Report a problem instead.";
    const { user } = open({ canBlock: false, blockRefusal });
    await chooseBlock(user);
    expect(await screen.findByText("You can’t block Maya yet")).toBeVisible();
    expect(screen.getByText(blockRefusal)).toBeVisible();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("messages let a person report the other one with a reason and details", async () => {
    const call = `POST ${PATH}/report`;
    const { user, fill, callsTo } = open({}, undefined, { [call]: { success: true } });
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Report" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Report Maya" }));
    await user.click(dialog.getByRole("radio", { name: "Asks to pay outside Nexby" }));
    await fill(dialog.getByRole("textbox", { name: /^Details/ }), "Wants cash at pickup");
    await user.click(dialog.getByRole("button", { name: "Send report" }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    expect(callsTo(call).map(({ body }) => body)).toEqual([
      { reason: "payment_outside", notes: "Wants cash at pickup" },
    ]);
  });

  it("messages are counted in the account menu and in the page's title", async () => {
    renderApp("/disputes", { "GET /api/conversations/unread": { count: 3 } }, { user: {} });
    expect(await screen.findByRole("button", { name: "Your account, 3 unread messages" })).toBeVisible();
    await waitFor(() => expect(document.title).toBe("(3) Disputes · Nexby"));
    expect(await screen.findByRole("link", { name: "Profile , 3 unread messages" })).toBeVisible();
  });
});
