// Changes that an extension asks for: how long its user has, and what is left of a question that nobody waits for.
import { afterEach, expect, test, vi } from 'vitest';
import { whenConfirmed } from '../../../../electron/core/harbor/b/confirmed-change.ts';
import { confirmedInTime } from '../../../../electron/core/harbor/confirmed-in-time.ts';
import { RuleChanges } from '../../../../electron/core/permissions/rule-changes.ts';
import type { HarborBSession } from '../../../../electron/core/harbor/b/harbor-b-session.ts';

afterEach(() => void vi.restoreAllMocks());

const what = { kind: 'harbor-models-set', method: 'llm.add_provider', about: 'Ollama' } as const;
const change = { kind: 'request', request: 'harbor:llm.add_provider', what, shown: null } as const;

function openScene() {
  const open = new Map<string, unknown>();
  const audit: unknown[] = [];
  const state = {
    set: (_: string, id: string, value: unknown) => void open.set(id, value),
    remove: (_: string, id: string) => void open.delete(id),
  };
  const changes = new RuleChanges({
    state,
    audit: entry => void audit.push(entry),
    now: () => 0,
    nameOf: () => null,
    alone: () => false,
    tell: () => true,
    say: () => {},
  });
  return { changes, open, audit };
}

test('A question that is not answered in time is withdrawn, and its asker hears that it may ask again.', async () => {
  const { changes, open, audit } = openScene();
  const asked = confirmedInTime(changes, change, { signal: new AbortController().signal, waitMs: 5 });
  expect(open.size).toBe(1);
  await expect(asked).rejects.toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
    message: 'The user did not confirm it in Pilothouse within 0.005 s; ask again.',
  });
  expect(open.size).toBe(0);
  expect(audit).toMatchObject([{ outcome: 'undecided' }]);
});

test('The second generation gives up before its extension does, which waits 120 s; nothing is changed then.', async () => {
  const { changes, open } = openScene();
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const session = { services: { harborA: { changes } } } as unknown as HarborBSession;
  const act = vi.fn(async () => {});
  const asker = new AbortController();
  const asked = whenConfirmed(session, { method: 'llm.add_provider', signal: asker.signal }, what, act);
  expect(timeout).toHaveBeenCalledExactlyOnceWith(110_000);
  late.abort();
  await expect(asked).rejects.toThrow('within 110 s');
  expect([open.size, act.mock.calls]).toEqual([0, []]);
});
