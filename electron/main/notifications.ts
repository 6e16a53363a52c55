// Shows notices as notifications of the desktop, and takes back those whose matter has ended.
import { Notification } from 'electron';
import { type Notice, noticeChange } from './notices.ts';
import type { HubWatch } from './hub-watch.ts';
import type { ShellWords } from './shell-words.ts';

export interface NotificationParts {
  readonly watch: HubWatch;
  readonly icon: string;
  /** In the language of now. */
  words(): ShellWords;
  /** Whether the user looks at the window, where all of it stands anyway. */
  isLookedAt(): boolean;
  open(path: string): void;
}

/** Kept while they are shown: a collected one no longer hears its click. */
const shown = new Map<string, Notification>();
const maxShown = 50;

export function startNotifications({ watch, icon, words, isLookedAt, open }: NotificationParts): void {
  if (!Notification.isSupported()) return;
  watch.onChanged((after, before) => {
    const { show, withdraw } = noticeChange(before, after, words());
    for (const id of withdraw) take(id);
    if (!isLookedAt()) for (const notice of show) put(notice);
  });

  function put({ id, title, body, path }: Notice): void {
    take(id);
    const notification = new Notification({ title, body, icon });
    notification.on('click', () => open(path));
    notification.on('close', () => {
      if (shown.get(id) === notification) shown.delete(id);
    });
    shown.set(id, notification);
    const [oldest] = shown.keys();
    if (shown.size > maxShown && oldest !== undefined) take(oldest);
    notification.show();
  }
}

function take(id: string): void {
  const notification = shown.get(id);
  shown.delete(id);
  notification?.close();
}
