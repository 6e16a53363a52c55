// The extension that plugins know as their hub: joins the browser's messages between extensions to the relay.
import { isRecord } from '../../contract/json.ts';
import { NativePort } from '../extension/native-port.ts';
import { Carrier } from './carrier.ts';

const reconnectAlarm = 'reconnect';
const waitingKey = 'waiting';
const profileKey = 'profileId';

/** Messages may come before it is known what waits from before the background slept. */
const ready = start();

chrome.runtime.onMessageExternal.addListener((message: unknown, { id }) => {
  if (id !== undefined) void ready.then(({ carrier }) => carrier.said(id, message));
});

// A background without a connection is put to sleep and loses its timers; the alarm wakes it up again.
chrome.alarms.onAlarm.addListener(({ name }) => {
  if (name === reconnectAlarm) void ready.then(({ port }) => port.connectNow());
});
void chrome.alarms.create(reconnectAlarm, { periodInMinutes: 0.5 });

async function start(): Promise<{ carrier: Carrier; port: NativePort }> {
  const { [waitingKey]: kept } = await chrome.storage.session.get(waitingKey);
  const carrier = new Carrier(
    {
      hello,
      sendTo: (pluginId, message) => chrome.runtime.sendMessage(pluginId, message),
      keep: waiting => void chrome.storage.session.set({ [waitingKey]: waiting }),
    },
    isRecord(kept) ? kept : {},
  );
  const port = new NativePort({
    onHub: post => void carrier.hubCame(post),
    onHubAway: () => carrier.hubWent(),
    onNoRelay: () => carrier.hubWent(),
    onMessage: frame => void carrier.take(frame),
  });
  port.connectNow();
  return { carrier, port };
}

async function hello(): Promise<object> {
  const { version } = chrome.runtime.getManifest();
  const [profileId, browser] = await Promise.all([readProfileId(), readBrowser()]);
  return { kind: 'hello', protocol: 1, profileId, version, browser };
}

/** Made once; it lives as long as the profile. */
async function readProfileId(): Promise<string> {
  const { [profileKey]: known } = await chrome.storage.local.get(profileKey);
  if (typeof known === 'string') return known;
  const made = crypto.randomUUID().replaceAll('-', '');
  await chrome.storage.local.set({ [profileKey]: made });
  return made;
}

async function readBrowser(): Promise<{ name: string; version: string }> {
  const runtime: typeof chrome.runtime & { getBrowserInfo?: () => Promise<unknown> } = chrome.runtime;
  const info = await runtime.getBrowserInfo?.();
  const { name, version } = isRecord(info) ? info : {};
  return { name: String(name ?? 'Firefox'), version: String(version ?? '') };
}
