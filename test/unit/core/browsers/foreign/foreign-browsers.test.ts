// Browsers with an extension of others: approved by extension id and machine, several at once, told of agents.
import { beforeEach, describe, expect, test } from 'vitest';
import { BrowserRegistry } from '../../../../../electron/core/browsers/browser-registry.ts';
import { TabRegistry } from '../../../../../electron/core/tabs/tab-registry.ts';
import { agentId, buildReportedTab, buildState, noon, noPageAnswers } from '../../../../support/hub-fixtures.ts';
import { RecordingTap } from '../../wire/recording-tap.ts';
import type { StoredBrowser } from '../../../../../electron/core/store/browsers-table.ts';
import type { FrameChannel } from '../../../../../native-host/framing/frame-channel.ts';

const origin = 'chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/';
const otherOrigin = 'chrome-extension://dihbgbndebgnbjfmelmegjepbnkhlgni/';

class StubChannel {
  readonly sent: unknown[] = [];
  closedWith: string | null = null;
  #hear: (frame: Buffer) => void = () => {};
  #end: (reason: string) => void = () => {};

  send(text: string): boolean {
    this.sent.push(JSON.parse(text));
    return true;
  }
  onFrame(listener: (frame: Buffer) => void): void {
    this.#hear = listener;
  }
  onClose(listener: (reason: string) => void): void {
    this.#end = listener;
  }
  close(reason: string): void {
    if (this.closedWith !== null) return;
    this.closedWith = reason;
    this.#end(reason);
  }
  say(value: object): void {
    this.#hear(Buffer.from(JSON.stringify(value)));
  }
}

function createRegistry(rows: readonly StoredBrowser[] = []) {
  const state = buildState();
  const stored = new Map(rows.map(row => [row.id, row]));
  const common = { state, now: () => noon };
  const tabs = new TabRegistry({ ...common, onEnded: () => {} });
  const registry = new BrowserRegistry({
    ...common,
    tabs,
    tap: new RecordingTap(),
    answers: noPageAnswers,
    hub: { kind: 'hub', id: 'hub', label: 'Hub' },
    rows,
    persist: {
      put: async row => void stored.set(row.id, row),
      remove: async id => void stored.delete(id),
    },
    randomBytes: size => Buffer.alloc(size, 1),
  });
  const connect = (pid: number, from = origin) => {
    const channel = new StubChannel();
    registry.accept({ role: 'relay', argv: [from], pid }, channel as unknown as FrameChannel);
    return channel;
  };
  const shown = () => Object.values(state.snapshot().browsers).map(({ id, state: { kind } }) => [id, kind]);
  const first = () => Object.values(state.snapshot().browsers)[0];
  return { registry, tabs, connect, shown, first, stored };
}

let made: ReturnType<typeof createRegistry>;
beforeEach(() => {
  made = createRegistry();
});

async function approved(pid = 1) {
  const channel = made.connect(pid);
  await made.registry.approve(made.first()?.id ?? '', 'Mine');
  return channel;
}

describe('approval', () => {
  test('waits for the user, and pings are answered meanwhile.', async () => {
    const channel = made.connect(1);
    channel.say({ type: 'ping' });
    await expect.poll(() => channel.sent).toEqual([{ type: 'pong', timestamp: noon }]);
    expect(made.first()).toMatchObject({ name: 'Claude in Chrome', state: { kind: 'pending' } });
    expect(made.registry.connected()).toEqual([]);
  });

  test('holds for the next relay of the same extension, also after a restart of the hub.', async () => {
    const channel = await approved();
    channel.close('left');
    made = createRegistry([...made.stored.values()]);
    made.connect(2);
    expect(made.registry.connected()).toMatchObject([{ name: 'Mine', state: { relayPid: 2 } }]);
  });

  test('does not hold for another extension.', async () => {
    await approved();
    made.connect(2, otherOrigin);
    expect(made.shown().map(([, kind]) => kind)).toEqual(['connected', 'pending']);
  });

  test('once denied is not asked for again.', async () => {
    const channel = made.connect(1);
    await made.registry.deny(made.first()?.id ?? '');
    channel.close('left');
    made.connect(2);
    expect(made.shown().map(([, kind]) => kind)).toEqual(['denied']);
  });

  test('taken back closes every browser of the extension.', async () => {
    const channels = [await approved(), made.connect(2)];
    await made.registry.forget(made.first()?.id ?? '');
    expect(channels.map(({ closedWith }) => closedWith)).toEqual(
      channels.map(() => 'The user took the approval of this browser back.'),
    );
    expect([made.shown(), made.stored.size]).toEqual([[], 0]);
  });

  test('is not given to an extension that nobody knows.', () => {
    const channel = made.connect(1, `chrome-extension://${'a'.repeat(32)}/`);
    channel.say({ type: 'ping' });
    expect([made.shown(), channel.sent]).toEqual([[], []]);
  });
});

describe('two browsers with the same extension', () => {
  test('stand beside each other, and one approval is for both.', async () => {
    const channels = [made.connect(1), made.connect(2)];
    await made.registry.approve(made.first()?.id ?? '', 'Mine');
    const base = made.first()?.id;
    expect(made.shown()).toEqual([
      [base, 'connected'],
      [`${base}-2`, 'connected'],
    ]);
    expect(channels.map(({ closedWith }) => closedWith)).toEqual([null, null]);
  });

  test('do not push each other out when a relay comes back.', async () => {
    const before = await approved(1);
    const other = made.connect(2);
    const again = made.connect(1);
    expect([before.closedWith, other.closedWith, again.closedWith]).toEqual([
      'The same browser connected again.',
      null,
      null,
    ]);
    expect(made.shown()).toHaveLength(2);
  });
});

describe('tabs', () => {
  test('stay while the same relay comes back, and are forgotten with another port.', async () => {
    const channel = await approved(1);
    const id = made.first()?.id ?? '';
    made.tabs.claim(agentId, id, buildReportedTab());
    channel.close('the hub was away');
    const again = made.connect(1);
    expect(made.tabs.ownedBy(agentId)).toHaveLength(1);
    again.close('left');
    made.connect(2);
    expect(made.tabs.ownedBy(agentId)).toEqual([]);
  });
});

describe('agents', () => {
  test('are told of one by one, also those that were there before.', async () => {
    made.registry.agentPresence(true);
    made.registry.agentPresence(true);
    const channel = await approved();
    made.registry.agentPresence(false);
    expect(channel.sent).toEqual([{ type: 'mcp_connected' }, { type: 'mcp_connected' }, { type: 'mcp_disconnected' }]);
  });

  test('hear the notifications of an approved browser only.', async () => {
    const heard: unknown[] = [];
    made.registry.onNotice((browserId, method) => heard.push([browserId, method]));
    const pending = made.connect(1, otherOrigin);
    pending.say({ type: 'notification', method: 'notifications/message' });
    pending.close('left');
    const channel = await approved();
    channel.say({ type: 'notification', method: 'notifications/message' });
    expect(heard).toEqual([[made.first()?.id, 'notifications/message']]);
  });
});
