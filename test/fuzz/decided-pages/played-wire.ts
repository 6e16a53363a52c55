// The hub's link and the companion's end of it, with the companion's real queue; each message is one step on its way, in order.
import { BrowserLink } from '../../../electron/core/browsers/browser-link.ts';
import { RecordingTap } from '../../unit/core/wire/recording-tap.ts';
import { loadCompanion } from './played-browser.ts';
import type { Steps } from './steps.ts';

const { callTool, Rpc } = await loadCompanion();

/** What the hub sent to the companion for a call: the page that it was decided for, and frames in it. */
export interface SentCall {
  readonly callId: number;
  readonly origin: string | null;
  readonly frames: readonly string[];
}

interface Sent {
  readonly method?: string;
  readonly params?: { readonly decided?: { readonly origin: string | null; readonly frames?: readonly string[] } };
}

/** `callId` tells which call it is that something happens for. */
export function connect(steps: Steps, sent: SentCall[], callId: () => number, onTabs: (tabs: never[]) => void) {
  let toHub: (frame: Buffer) => void = () => {};
  const channel = {
    send: (text: string) => {
      const { method, params }: Sent = JSON.parse(text);
      const { origin = null, frames = [] } = params?.decided ?? {};
      if (method === 'call') sent.push({ callId: callId(), origin, frames });
      void steps.wait('to the companion').then(() => rpc.receive(JSON.parse(text)));
      return true;
    },
    onFrame: (listener: (frame: Buffer) => void) => void (toHub = listener),
    onClose: () => {},
    onDrain: () => {},
    close: () => {},
  };
  const link = new BrowserLink({
    channel: channel,
    from: { relayPid: 1 },
    extensionId: 'x',
    hub: { kind: 'hub', id: 'hub', label: 'Hub' },
    tap: new RecordingTap(),
    firstId: 1,
    onHello: () => ({ state: 'denied' }),
    onTabs: (_link, tabs) => onTabs(tabs as never[]),
    onIcon: () => {},
    onPage: () => null,
    onViews: () => null,
    onOmnibox: () => Promise.resolve(null),
    onOpened: () => false,
    onClosed: () => {},
  });
  const rpc = new Rpc({
    post: message => void steps.wait('to the hub').then(() => toHub(Buffer.from(JSON.stringify(message)))),
    serve: ({ params, id }, signal) =>
      callTool(params, signal, async (asked, what) => {
        const answer = (await rpc.request('covers', { call: id, origins: asked, what })) as { origins: string[] };
        return new Set(answer.origins);
      }),
    notified: () => {},
  });
  return Object.assign(link, { report: (tabs: readonly object[]) => rpc.notify('tabs', { tabs }) });
}
