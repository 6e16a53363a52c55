// To try again now: by the line where that is lost, by the hub of this machine where only the other one is.
import { expect, test } from 'vitest';
import { LookLink } from '../../../../renderer/link/look-link.ts';
import type { PanelEvent } from '../../../../contract/schemas/panel-events.ts';
import type { Link, LinkStatus } from '../../../../renderer/link/link.ts';

function openLook() {
  const did: string[] = [];
  const statuses: LinkStatus[] = [];
  let own: (status: LinkStatus) => void = () => {};
  let heard: (event: PanelEvent) => void = () => {};
  const line: Link = {
    request: name => {
      did.push(name);
      return Promise.reject(new Error('It went meanwhile.'));
    },
    onEvent: listener => {
      heard = listener;
      return () => {};
    },
    onStatus: listener => {
      own = listener;
      return () => {};
    },
    retryNow: () => void did.push('line'),
  };
  const look = new LookLink(
    line,
    () => 5,
    ({ reason }) => reason.kind,
  );
  look.onStatus(status => statuses.push(status));
  return { look, did, statuses, own: (status: LinkStatus) => own(status), hear: (event: PanelEvent) => heard(event) };
}

test('Where the other hub is lost the hub here is asked to look again; where its line is lost, the line.', async () => {
  const { look, did, statuses, own, hear } = openLook();
  own({ kind: 'open' });
  const reason = { kind: 'panel-of-hub-away', whose: 'mia' } as const;
  hear({ event: 'fleet:look', data: { state: 'lost', reason, attempt: 1, retryAt: 9 } });
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost', since: 5, retryAt: 9, why: 'panel-of-hub-away' });
  look.retryNow();
  await Promise.resolve();
  expect(did).toEqual(['fleet:look-again']);
  own({ kind: 'lost', since: 5, attempt: 1, retryAt: 9 });
  look.retryNow();
  expect(did).toEqual(['fleet:look-again', 'line']);
});
