// Whether this machine is on another network: what counts as a change, and that nobody looks for nobody.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkWatch } from '../../../../electron/core/outbound/network-watch.ts';
import type { NetworkInterfaceInfo } from 'node:os';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const info = (address: string, internal = false) =>
  ({ address, internal, netmask: '255.255.255.0' }) as NetworkInterfaceInfo;

function scene() {
  const now = { interfaces: { lo: [info('127.0.0.1', true)], wlan0: [info('192.168.1.4')] }, looks: 0 };
  const watch = new NetworkWatch({
    interfaces: () => {
      now.looks += 1;
      return now.interfaces;
    },
  });
  const changes: string[] = [];
  const end = watch.onChange(() => changes.push('changed'));
  const becomes = (interfaces: Record<string, NetworkInterfaceInfo[]>) => {
    now.interfaces = interfaces as typeof now.interfaces;
    vi.advanceTimersByTime(2_000);
  };
  return { watch, now, changes, end, becomes };
}

test('Another address, one more and one less are a change each; the same ones are none.', () => {
  const { changes, becomes, now } = scene();
  becomes(now.interfaces);
  expect(changes).toEqual([]);
  becomes({ wlan0: [info('10.0.0.7')] });
  becomes({ wlan0: [info('10.0.0.7')], tun0: [info('10.8.0.2')] });
  becomes({});
  expect(changes).toHaveLength(3);
});

test('What leads nowhere else is no change: loopback, and the link-local addresses of containers.', () => {
  const { changes, becomes, now } = scene();
  becomes({ ...now.interfaces, veth0: [info('fe80::1')], eth1: [info('169.254.3.4')], lo0: [info('127.0.0.2', true)] });
  expect(changes).toEqual([]);
});

test('What the system does not tell is no change, and it goes on looking.', () => {
  const { changes, becomes, now } = scene();
  const { interfaces } = now;
  Object.defineProperty(now, 'interfaces', { configurable: true, get: () => expect.fail('EPERM') });
  vi.advanceTimersByTime(2_000);
  Object.defineProperty(now, 'interfaces', { configurable: true, writable: true, value: interfaces });
  becomes(interfaces);
  expect(changes).toEqual([]);
  becomes({});
  expect(changes).toHaveLength(1);
});

test('Once nobody listens it looks no more, and a later listener begins with what is there then.', () => {
  const { watch, now, changes, end } = scene();
  end();
  const { looks } = now;
  vi.advanceTimersByTime(60_000);
  expect(now.looks).toBe(looks);
  now.interfaces = {} as typeof now.interfaces;
  watch.onChange(() => changes.push('later'));
  vi.advanceTimersByTime(2_000);
  expect(changes).toEqual([]);
});
