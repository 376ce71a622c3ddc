/* Shows notices that the server sends, and opens the table when one is tapped. Nothing else. */
self.addEventListener('push', (event) => {
  const told = event.data ? event.data.json() : null;
  if (!told) return;
  const { title, body, link, tag } = told;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { link } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data.link);
  const here = self.location.origin + wanted.pathname;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const open = pages.find((page) => page.url.startsWith(here));
      return open ? open.focus() : self.clients.openWindow(here);
    }),
  );
});
