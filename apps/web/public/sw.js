// The product's only service worker. It shows push messages; it doesn't touch requests.

/** Only pages of our own. */
const pageOf = (url) => {
  const page = new URL(typeof url === "string" ? url : "/notifications", self.location.origin);
  return page.origin === self.location.origin ? page.href : `${self.location.origin}/notifications`;
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, tag, url } = event.data?.json() ?? {};
  const options = { body, tag, data: { url }, icon: "/icon-192.png", badge: "/favicon-32.png" };
  event.waitUntil(self.registration.showNotification(title || "Nexby", options));
});

/** Opens the page in a window that is already there, or in a new one. */
const open = async (page) => {
  const [here] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!here) return self.clients.openWindow(page);
  // Browsers refuse this without a real click.
  await here.focus().catch(() => undefined);
  return here.navigate(page).catch(() => self.clients.openWindow(page));
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(pageOf(event.notification.data?.url)));
});
